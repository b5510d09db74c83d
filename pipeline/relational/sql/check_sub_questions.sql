-- Each text of a sub-question, with the answers to it.
SELECT part.question AS question, part.answers AS answers, count(*) AS n, min(question_id) AS example
FROM (SELECT question_id, $each_sub_question AS part FROM records) AS parts
GROUP BY part.question, part.answers
ORDER BY part.question, part.answers
