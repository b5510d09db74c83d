-- The questions that a filter leaves out.
SELECT 'subset' AS stage, image_id AS origin, question_id AS place, filters.field AS code,
  property_id || ' ' || answer AS detail
FROM judged JOIN filters ON filters.passed = judged.passed
