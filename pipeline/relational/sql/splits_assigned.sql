-- The part of each question.
SELECT question_id, split FROM assigned
