-- Of an image's questions at most so many for each number of hops, with and without a clause; of equal
-- texts about one image, the first.
SELECT question_id, image_id, object_id, key, item, noun_id, has_scene_graph, clause, predicate, role,
  target_id, target_name, x, y, w, h, target_x, target_y, target_w, target_h,
  route_id, shape_id, property_id, answer, hops, template, variant, question
FROM (
  SELECT *, row_number() OVER (
    PARTITION BY image_id, hops, has_scene_graph
    ORDER BY md5($seed || ':quota:' || question_id), question_id
  ) AS place
  FROM (
    SELECT *, row_number() OVER (PARTITION BY image_id, question ORDER BY object_id, question_id) AS twin
    FROM shard_asked WHERE NOT shows_answer
  ) AS telling
  WHERE twin = 1
) AS drawn
WHERE place <= $per_image
