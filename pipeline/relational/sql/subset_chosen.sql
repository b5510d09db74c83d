-- The questions that pass all filters.
SELECT question_id, image_id, property_id, answer, was_balanced FROM judged WHERE passed = 10
