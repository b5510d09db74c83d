-- Texts with a clause that have at least so many words.
SELECT question, min(question_id) AS example
FROM worded_questions
WHERE clause <> '' AND length(question) - length(replace(question, ' ', '')) + 1 >= $words
GROUP BY question
ORDER BY question
