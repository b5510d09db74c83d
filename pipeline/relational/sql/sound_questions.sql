-- The drawn questions in which no check finds an error.
SELECT * FROM all_drawn
WHERE question_id NOT IN (SELECT question_id FROM judged_questions WHERE code LIKE 'E%')
