-- The finished questions of the shard.
SELECT question_id, image_id, object_id, bucket, key, item, noun_id, has_scene_graph, clause, predicate, role,
  target_id, target_name, area, selects, x, y, w, h, target_x, target_y, target_w, target_h,
  route_id, shape_id, property_id, answer, hops, template, variant, question, possible, asked_share
FROM shard_asked AS q
WHERE NOT shows_answer AND NOT is_nested AND NOT EXISTS (
  SELECT 1 FROM shard_twins AS t WHERE t.image_id = q.image_id AND t.question_id = q.question_id)
