-- The records of one part, of all questions or of the balanced ones.
SELECT question_id, image_id, source, image_url, width, height, question, answer, answers, answer_items,
  answer_kind, tolerance, choices, correct, n_distractors, hops, has_scene_graph, property_id, property_label,
  entity_id, entity_label, noun, domains, object_id, boxes, route, sub_questions, clause, clause_predicate,
  clause_role, clause_object_id, sparql, template, variant, snapshot, tags, ladder_id, weight, split
FROM records WHERE split = $part AND (is_balanced OR $set = 'U')
