-- What balancing and guessing look at of questions, with the noun that they call the thing by, and their part.
SELECT q.question_id, q.image_id, q.property_id, q.answer, q.hops, q.has_scene_graph, n.noun, s.part
FROM questions AS q
JOIN noun_forms AS n ON n.noun_id = q.noun_id
JOIN split AS s ON s.image_id = q.image_id
