-- What the questions of the shard give to their records, with the places of what routes and options give. What asks
-- for the first edge is the text of the route that ends with it; `lower` and `middle` are the questions of the same
-- thing that end one or two edges earlier.
SELECT
  q.question_id, q.image_id, i.source, i.url AS image_url, i.width, i.height, q.question,
  q.hops, q.has_scene_graph, q.item AS entity_id, c.label AS entity_label, q.noun,
  q.object_id, $boxes AS boxes, $sub_questions AS sub_questions,
  q.clause, q.predicate AS clause_predicate, q.role AS clause_role, q.target_id AS clause_object_id,
  q.template, q.variant, $snapshot AS snapshot,
  $tags AS tags,
  substr(md5(md5(q.image_id) || md5(q.object_id) || md5(CAST(q.has_scene_graph AS VARCHAR(5)))
    || md5($first_property)), 1, 16) AS ladder_id,
  q.weight, s.part AS split,
  k.question_id IS NOT NULL AS is_balanced,
  r.place AS route_place, o.place AS options_place
FROM questions AS q
JOIN images AS i ON i.image_id = q.image_id AND i.image_id BETWEEN $first AND $last
JOIN record_routes AS r ON r.route_id = q.route_id
JOIN concepts AS c ON c.key = q.key AND c.noun_id = q.noun_id
JOIN noun_forms AS n ON n.noun_id = q.noun_id
LEFT JOIN kept AS k ON k.question_id = q.question_id AND k.image_id BETWEEN $first AND $last
JOIN record_options AS o ON o.option_key = r.option_key AND o.balanced = (k.question_id IS NOT NULL)
  AND o.option_set = substr(md5(md5($seed) || md5('options') || md5(q.question_id)), 1, 1)
JOIN texts AS t ON t.shape_id = r.first_shape
  AND t.bucket = q.bucket
JOIN split AS s ON s.image_id = q.image_id AND s.image_id BETWEEN $first AND $last
LEFT JOIN questions AS lower ON lower.image_id = q.image_id AND lower.object_id = q.object_id
  AND lower.has_scene_graph = q.has_scene_graph AND lower.route_id = $first_route
LEFT JOIN questions AS middle ON middle.image_id = q.image_id AND middle.object_id = q.object_id
  AND middle.has_scene_graph = q.has_scene_graph AND middle.route_id = $second_route
