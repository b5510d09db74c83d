-- All guesses.
SELECT question_id, answer, choice FROM guesses ORDER BY question_id
