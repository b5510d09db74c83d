-- Each text of a question.
SELECT question, count(*) AS n, min(question_id) AS example
FROM records GROUP BY question ORDER BY question
