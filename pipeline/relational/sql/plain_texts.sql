-- Each text without a clause, with each set of answers.
SELECT DISTINCT q.plain_question, q.option_key, r.answers
FROM worded_questions AS q
JOIN (SELECT option_key, min(answers) AS answers FROM routes GROUP BY option_key) AS r ON r.option_key = q.option_key
ORDER BY q.plain_question, q.option_key
