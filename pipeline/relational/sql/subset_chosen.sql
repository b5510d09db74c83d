-- The questions that pass all filters.
SELECT question_id, image_id, property_id, answer, hops, has_scene_graph, was_balanced FROM judged WHERE passed = 10
