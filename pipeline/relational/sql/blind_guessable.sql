-- How many questions can be guessed.
SELECT sum(questions) FROM judged WHERE is_guessable
