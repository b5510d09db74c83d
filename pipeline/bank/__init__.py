"""The question bank: routes through the fact graph, their answers, and texts with one open slot."""
