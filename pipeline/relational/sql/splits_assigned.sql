-- The part of each question, and what orders questions as the dataset does.
SELECT a.question_id, a.image_id, a.split AS paper, s.split
FROM assigned AS s JOIN asked AS a ON a.question_id = s.question_id
