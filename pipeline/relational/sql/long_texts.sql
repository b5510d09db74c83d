-- Texts with a clause that have at least so many words.
SELECT DISTINCT question
FROM worded_questions
WHERE clause <> '' AND length(question) - length(replace(question, ' ', '')) + 1 >= $words
ORDER BY question
