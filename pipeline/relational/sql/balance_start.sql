-- Questions before balancing, with all that balancing looks at.
SELECT question_id, image_id, property_id, answer, hops, has_scene_graph FROM questions
