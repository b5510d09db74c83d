"""Facts into English, or another language that has templates: names, clauses, questions, answers."""
