-- The questions judged, and of their images so many, drawn at random.
SELECT question_id, judged.image_id, property_id, answer, hops, has_scene_graph, was_balanced,
  CASE WHEN passed = 8 AND ($max_images = 0 OR place <= $max_images) THEN 9 ELSE passed END AS passed
FROM judged
LEFT JOIN (
  SELECT image_id, row_number() OVER (ORDER BY md5(md5($seed) || md5('subset') || md5(image_id)), image_id) AS place
  FROM judged WHERE passed = 8 GROUP BY image_id
) AS drawn ON drawn.image_id = judged.image_id
