-- The questions of the shard, each with whether it can be guessed, and whether it is in the balanced set. A clause is
-- about one thing of one image, so such a question's wording is its own.
SELECT
  q.question_id, q.image_id, q.object_id, md5(q.object_id) AS object_hash, q.noun_route, q.bucket, q.own_question, q.has_scene_graph, q.edges, q.hops,
  q.clause, q.predicate, q.role, q.target_id, q.area, q.selects, q.weight,
  q.x, q.y, q.w, q.h, q.target_x, q.target_y, q.target_w, q.target_h,
  CASE WHEN q.has_scene_graph THEN q.question_id ELSE '' END AS own_wording,
  g.is_guessable, k.question_id IS NOT NULL AS is_balanced
FROM all_questions AS q
JOIN guessed AS g ON g.question_id = q.question_id AND g.image_id BETWEEN $first AND $last
LEFT JOIN kept AS k ON k.question_id = q.question_id AND k.image_id BETWEEN $first AND $last
WHERE q.image_id BETWEEN $first AND $last
