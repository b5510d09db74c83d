-- What the questions of the shard give to their records, with the places of what routes and options give. What asks
-- for the first edge is the text of the route that ends with it; `lower` and `middle` are the questions of the same
-- thing that end one or two edges earlier. A route's sets of options lie side by side, the sixteen of the balanced set
-- behind the others.
SELECT
  q.question_id, q.image_id, i.source, i.url AS image_url, i.width, i.height, q.question,
  q.hops, q.has_scene_graph, q.item AS entity_id, n.label AS entity_label, n.noun,
  q.object_id, $boxes AS boxes, $sub_questions AS sub_questions,
  q.clause, q.predicate AS clause_predicate, q.role AS clause_role, q.target_id AS clause_object_id,
  q.template, q.variant, $snapshot AS snapshot,
  $tags AS tags,
  substr(md5(i.image_hash || md5(q.object_id) || md5(CAST(q.has_scene_graph AS VARCHAR(5)))
    || r.first_hash), 1, 16) AS ladder_id,
  q.weight, i.part AS split, q.is_balanced, r.place AS route_place,
  r.first_place + CASE WHEN q.is_balanced THEN 16 ELSE 0 END
    + position(substr(md5(md5($seed) || md5('options') || md5(q.question_id)), 1, 1) IN '0123456789abcdef') - 1
    AS options_place
FROM questions AS q
JOIN (
  SELECT images.image_id, md5(images.image_id) AS image_hash, images.source, images.url, images.width, images.height,
    split.part
  FROM images JOIN split ON split.image_id = images.image_id AND split.image_id BETWEEN $first AND $last
  WHERE images.image_id BETWEEN $first AND $last
) AS i ON i.image_id = q.image_id
JOIN used_routes AS r ON r.route_id = q.route_id
JOIN record_concepts AS n ON n.key = q.key AND n.noun_id = q.noun_id
JOIN texts AS t ON t.shape_id = r.first_shape
  AND t.bucket = q.bucket
LEFT JOIN questions AS lower ON lower.image_id = q.image_id AND lower.object_id = q.object_id
  AND lower.has_scene_graph = q.has_scene_graph AND lower.route_id = r.lower_route AND lower.edges = 1
LEFT JOIN questions AS middle ON middle.image_id = q.image_id AND middle.object_id = q.object_id
  AND middle.has_scene_graph = q.has_scene_graph AND middle.route_id = r.middle_route AND middle.edges = 2
