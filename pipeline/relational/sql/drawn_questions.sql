-- The drawn questions with what they ask.
SELECT
  q.question_id, q.image_id, q.object_id, q.noun_route, q.bucket, q.own_question, r.key, r.item, r.noun_id,
  q.has_scene_graph, q.clause, q.predicate, q.role, q.target_id, q.target_name, q.area, q.selects, q.x, q.y, q.w, q.h,
  q.target_x, q.target_y, q.target_w, q.target_h, r.route_id, r.shape_id, r.property_id, r.answer, r.edges,
  r.edges + CASE WHEN q.has_scene_graph THEN 1 ELSE 0 END AS hops, q.possible, r.asked_share
FROM drawn AS q
JOIN noun_routes AS r ON r.noun_route = q.noun_route
