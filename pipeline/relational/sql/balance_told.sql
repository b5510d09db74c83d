-- Each answer with what is said of its questions that are left out: all of a property with few answers, of others the
-- rare answers and a share of the frequent ones.
SELECT a.property_id, a.answer,
  CASE
    WHEN t.answer IS NOT NULL THEN 'answer_too_frequent'
    WHEN p.property_id IS NOT NULL THEN 'answer_not_frequent'
    ELSE 'few_answers'
  END AS code,
  a.property_id || ' ' || a.answer AS detail
FROM balance_answers AS a
LEFT JOIN (
  SELECT property_id, answer FROM targets WHERE round = 0
) AS t ON t.property_id = a.property_id AND t.answer = a.answer
LEFT JOIN (SELECT DISTINCT property_id FROM targets) AS p ON p.property_id = a.property_id
