-- Each text of a sub-question, with the answers to it; `edge` is 0 for what asks where a thing is.
SELECT part.edge AS edge, part.question AS question, part.answers AS answers, count(*) AS n, min(question_id) AS example
FROM (SELECT question_id, $each_sub_question AS part FROM records) AS parts
GROUP BY part.edge, part.question, part.answers
ORDER BY part.edge, part.question, part.answers
