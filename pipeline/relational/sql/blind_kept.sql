-- The questions that go on, each with whether it can be guessed; with `leave_out`, those that cannot.
SELECT question_id, image_id, property_id, answer, hops, has_scene_graph, is_guessable FROM judged WHERE NOT ($leave_out AND is_guessable)
