-- The questions that balancing leaves out of B: all of a property with few answers, of others the rare answers and a
-- share of the frequent ones.
SELECT 'balance' AS stage, q.image_id AS origin, q.question_id AS place,
  CASE
    WHEN t.answer IS NOT NULL THEN 'answer_too_frequent'
    WHEN p.property_id IS NOT NULL THEN 'answer_not_frequent'
    ELSE 'few_answers'
  END AS code,
  q.property_id || ' ' || q.answer AS detail
FROM questions AS q
LEFT JOIN first_targets AS t ON t.property_id = q.property_id AND t.answer = q.answer
LEFT JOIN (SELECT DISTINCT property_id FROM first_targets) AS p ON p.property_id = q.property_id
WHERE q.question_id NOT IN (SELECT question_id FROM balanced)
