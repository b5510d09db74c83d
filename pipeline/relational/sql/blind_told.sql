-- Every question with whether it can be guessed.
SELECT q.question_id, q.image_id, q.property_id, q.answer, q.hops, q.has_scene_graph, j.is_guessable
FROM questions AS q
JOIN split AS s ON s.image_id = q.image_id
JOIN judged AS j ON j.property_id = q.property_id AND j.answer = q.answer AND j.noun_id = q.noun_id AND j.part = s.part
