-- The wordings in which no check finds an error.
SELECT w.* FROM all_wordings AS w
WHERE NOT EXISTS (SELECT 1 FROM unsound_wordings AS u WHERE u.question_id = w.question_id AND u.question = w.question)
