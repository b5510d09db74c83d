-- The questions that balancing keeps, with their images.
SELECT image_id, question_id FROM balanced
