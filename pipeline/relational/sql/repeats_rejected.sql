-- Questions over the cap on repeats.
SELECT 'questions' AS stage, image_id AS origin, question_id AS place, 'too_many_repeats' AS code,
  question || ' ' || answer AS detail
FROM repeated
