-- For each photo, the parts of the things asked about, where the answer can go with them.
SELECT a.photo AS unit, t.part
FROM asked AS a
JOIN labelled AS l ON l.question_id = a.question_id
JOIN things AS t ON t.unit = a.entity_id
WHERE l.part IN ('', t.part)
