-- Each set of options with the answer to it.
SELECT choices, correct, answer, answers, count(*) AS n, min(question_id) AS example
FROM records WHERE correct IS NOT NULL
GROUP BY choices, correct, answer, answers ORDER BY choices, correct, answer, answers
