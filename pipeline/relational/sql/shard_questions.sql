-- The finished questions of the shard, with all that is known of their things and routes.
SELECT q.question_id, r.image_id, r.object_id, r.bucket, r.key, r.item, r.noun_id, r.has_scene_graph, r.clause,
  r.predicate, r.role, r.target_id, r.target_name, r.area, r.selects, r.x, r.y, r.w, r.h, r.target_x, r.target_y,
  r.target_w, r.target_h, q.route_id, route.shape_id, route.property_id, route.answer, q.hops, q.template, q.variant,
  q.question, q.possible, route.asked_share
FROM shard_asked AS q
JOIN shard_referents AS r ON r.referent = q.referent
JOIN shard_routes AS route ON route.route_id = q.route_id
WHERE NOT q.shows_answer AND NOT q.is_nested AND NOT EXISTS (
  SELECT 1 FROM shard_twins AS t WHERE t.image_id = q.image_id AND t.question_id = q.question_id)
