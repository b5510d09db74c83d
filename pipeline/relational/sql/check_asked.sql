-- Each text with each set of answers.
SELECT question, answers, count(*) AS n, min(question_id) AS example
FROM records GROUP BY question, answers ORDER BY question, answers
