-- The questions that newer facts leave as they were.
SELECT question_id FROM patched WHERE question_id NOT IN (SELECT question_id FROM changed)
