-- The questions that balancing leaves, with their images.
SELECT i.image_id, b.question_id FROM balancing AS b JOIN balance_images AS i ON i.number = b.image
