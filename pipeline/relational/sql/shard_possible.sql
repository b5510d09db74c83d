-- Every question that a referent allows, with its text.
SELECT
  r.image_id, r.object_id, r.key, r.item, r.noun_id, r.has_scene_graph, r.clause, r.predicate, r.role,
  r.target_id, r.target_name, r.noun, r.x, r.y, r.w, r.h, r.target_x, r.target_y, r.target_w, r.target_h,
  route.route_id, route.shape_id, route.properties, route.property_id, route.answer, route.forms,
  route.edges + CASE WHEN r.has_scene_graph THEN 1 ELSE 0 END AS hops,
  t.template, t.variant,
  CASE WHEN t.prefix = '' THEN upper(substr(r.noun_phrase, 1, 1)) || substr(r.noun_phrase, 2)
    ELSE t.prefix || r.noun_phrase END || t.suffix AS question
FROM shard_referents AS r
JOIN routes AS route ON route.concept_id = r.concept_id
  AND position(CAST(route.edges + CASE WHEN r.has_scene_graph THEN 1 ELSE 0 END AS VARCHAR(1)) IN $hops) > 0
JOIN texts AS t ON t.shape_id = route.shape_id
  AND t.bucket = substr(md5($seed || ':text:' || r.image_id || ':' || r.object_id), 1, 1)
