-- How often each property has each answer in U and in B.
SELECT q.property_id, q.answer, count(*) AS before, sum(CASE WHEN k.is_balanced THEN 1 ELSE 0 END) AS after
FROM questions AS q JOIN kept AS k ON k.question_id = q.question_id
GROUP BY q.property_id, q.answer
ORDER BY q.property_id, before DESC, q.answer
