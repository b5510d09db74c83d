-- The finished questions of the shard: of what thing, by its noun alone or with a clause, and which route in which words.
-- The text lies with these, but for that of a clause, which is the question's own.
SELECT q.question_id, r.image_id, r.object_id, q.noun_route, r.bucket, r.has_scene_graph,
  CASE WHEN r.has_scene_graph THEN q.question ELSE '' END AS own_question, r.clause, r.predicate, r.role, r.target_id,
  r.target_name, r.area, r.selects, r.x, r.y, r.w, r.h, r.target_x, r.target_y, r.target_w, r.target_h, q.possible
FROM shard_asked AS q
JOIN shard_referents AS r ON r.referent = q.referent
WHERE NOT q.shows_answer AND NOT q.is_nested AND NOT EXISTS (
  SELECT 1 FROM shard_twins AS t WHERE t.image_id = q.image_id AND t.question_id = q.question_id)
