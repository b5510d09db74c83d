-- The questions that balancing keeps.
SELECT question_id FROM balanced
