-- The items that the route of each question goes through, between the thing and the answer.
SELECT DISTINCT question_id, s.subject AS unit
FROM (SELECT question_id, entity_id, $each_step AS s FROM records) AS steps
WHERE s.subject <> entity_id
