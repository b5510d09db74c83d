-- For each thing, the parts of its questions' answers.
SELECT a.entity_id AS unit, l.part
FROM asked AS a JOIN labelled AS l ON l.question_id = a.question_id
WHERE l.part IN ('train', 'test')
