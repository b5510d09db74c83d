-- The finished questions of the shard; of equal texts about one image the first.
SELECT question_id, image_id, object_id, bucket, key, item, noun_id, has_scene_graph, clause, predicate, role,
  target_id, target_name, area, selects, x, y, w, h, target_x, target_y, target_w, target_h,
  route_id, shape_id, property_id, answer, hops, noun_phrase, kind_phrase, pointing, template, variant, question, possible, asked_share
FROM (
  SELECT *, row_number() OVER (PARTITION BY image_id, question ORDER BY object_id, question_id) AS twin
  FROM shard_asked
  WHERE NOT shows_answer AND NOT is_nested
) AS distinct_texts
WHERE twin = 1
ORDER BY image_id, question_id
