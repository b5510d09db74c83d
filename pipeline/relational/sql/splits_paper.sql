-- Every question with the part that the dataset gives it.
SELECT question_id, split FROM asked
