-- The questions that balancing leaves out of B.
SELECT 'balance' AS stage, q.image_id AS origin, q.question_id AS place, t.code, t.detail
FROM questions AS q
JOIN told AS t ON t.property_id = q.property_id AND t.answer = q.answer
WHERE NOT EXISTS (SELECT 1 FROM balanced AS b WHERE b.question_id = q.question_id)
