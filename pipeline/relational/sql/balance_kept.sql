-- The questions that balancing keeps, with their images.
SELECT q.image_id, q.question_id FROM questions AS q
WHERE EXISTS (SELECT 1 FROM balanced AS b WHERE b.question_id = q.question_id)
