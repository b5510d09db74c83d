-- The questions that balancing leaves out of B: rare answers, or a share of the frequent ones.
SELECT 'balance' AS stage, q.image_id AS origin, q.question_id AS place,
  CASE WHEN t.answer IS NULL THEN 'answer_not_frequent' ELSE 'answer_too_frequent' END AS code,
  q.property_id || ' ' || q.answer AS detail
FROM questions AS q
LEFT JOIN first_targets AS t ON t.property_id = q.property_id AND t.answer = q.answer
WHERE q.question_id NOT IN (SELECT question_id FROM balanced)
