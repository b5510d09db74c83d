-- The records of the subset's images in the shard. A sub-question names no question that was left out; the
-- last one names its own.
SELECT parent.question_id, parent.image_id, source, image_url, width, height, question, answer, answers, answer_items,
  answer_kind, tolerance, choices, correct, n_distractors, hops, has_scene_graph, property_id, property_label,
  entity_id, entity_label, noun, domains, object_id, boxes, route, $kept_sub_questions AS sub_questions, clause, clause_predicate,
  clause_role, clause_object_id, sparql, template, variant, snapshot, tags, ladder_id, weight, split,
  kept.is_balanced
FROM parent JOIN kept ON kept.question_id = parent.question_id
LEFT JOIN kept AS one ON one.question_id = $first_named
LEFT JOIN kept AS two ON two.question_id = $second_named
WHERE parent.image_id BETWEEN $first AND $last AND kept.image_id BETWEEN $first AND $last
