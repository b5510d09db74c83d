-- The drawn questions in words, with their ids.
SELECT
  image_id, object_id, key, item, noun_id, has_scene_graph, clause, predicate, role, target_id, target_name,
  x, y, w, h, target_x, target_y, target_w, target_h, hops, route_id, shape_id, properties, property_id, answer,
  template, variant,
  CASE WHEN prefix = '' THEN upper(substr(phrase, 1, 1)) || substr(phrase, 2) ELSE prefix || phrase END || suffix
    AS question,
  substr(md5(image_id || '|' || object_id || '|' || properties || '|' || clause || '|' || template), 1, 20) AS question_id
FROM (
  SELECT
    r.image_id, r.object_id, r.key, r.item, r.noun_id, r.has_scene_graph, r.clause, r.predicate, r.role,
    r.target_id, r.target_name, r.x, r.y, r.w, r.h, r.target_x, r.target_y, r.target_w, r.target_h,
    d.hops, route.route_id, route.shape_id, route.properties, route.property_id, route.answer,
    t.template, t.variant,
    t.prefix, t.suffix, CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END AS phrase
  FROM shard_drawn AS d
  JOIN shard_referents AS r
    ON r.image_id = d.image_id AND r.object_id = d.object_id AND r.has_scene_graph = d.has_scene_graph
  JOIN routes AS route ON route.route_id = d.route_id
  JOIN texts AS t ON t.shape_id = route.shape_id
    AND t.bucket = substr(md5($seed || ':text:' || r.image_id || ':' || r.object_id), 1, 1)
) AS worded
