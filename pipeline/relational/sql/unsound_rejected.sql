-- Questions in which a check finds an error, with the first code.
SELECT 'questions' AS stage, min(image_id) AS origin, question_id AS place, min(code) AS code,
  min(question) AS detail
FROM judged_questions WHERE code LIKE 'E%'
GROUP BY question_id
