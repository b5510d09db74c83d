-- The drawn questions in which a check finds an error.
SELECT DISTINCT question_id FROM judged_questions WHERE code LIKE 'E%'
