-- How many questions can be guessed.
SELECT count(*) FROM judged WHERE is_guessable
