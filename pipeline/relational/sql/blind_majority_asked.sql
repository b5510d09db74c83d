-- Every question of test under property and noun, or under the property where train never has both.
SELECT t.question_id, coalesce(k.key, t.property_id) AS key
FROM test AS t
LEFT JOIN (SELECT DISTINCT property_id || '/' || noun AS key FROM train) AS k
  ON k.key = t.property_id || '/' || t.noun
