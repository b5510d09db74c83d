-- Sound questions under the cap on repeats.
SELECT question_id, image_id, object_id, bucket, key, item, noun_id, has_scene_graph, clause, predicate, role,
  target_id, target_name, area, selects, x, y, w, h, target_x, target_y, target_w, target_h,
  route_id, shape_id, property_id, q.answer, hops, template, variant, q.question,
  -- Three draws, so three factors: of the image's questions of this kind, of the images with this question and answer,
  -- and of the things with such a route.
  (CAST(possible AS DOUBLE) / least(possible, $per_image)) * coalesce(CAST(repeats AS DOUBLE) / $max_repeats, 1) / asked_share AS weight
FROM all_drawn AS q
LEFT JOIN repeats AS r ON r.question = q.question AND r.answer = q.answer
WHERE q.question_id NOT IN (SELECT question_id FROM unsound)
  AND q.question_id NOT IN (SELECT question_id FROM repeated)
