-- Each wording of a consistency set, with the answers to it.
SELECT w.wording.question AS question, r.answers, count(*) AS n, min(r.question_id) AS example
FROM (SELECT question_id, $each_wording AS wording FROM consistency_sets) AS w
JOIN records AS r ON r.question_id = w.question_id
GROUP BY w.wording.question, r.answers
ORDER BY question, r.answers
