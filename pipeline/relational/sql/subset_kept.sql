-- The questions of the subset, and whether B has them.
SELECT question_id, image_id, question_id IN (SELECT question_id FROM balanced) AS is_balanced FROM questions
