-- The questions of the subset that the dataset it is of has in B.
SELECT question_id, image_id, property_id, answer FROM questions WHERE was_balanced
