-- Of an image's possible questions at most so many for each number of hops, with and without a clause; first
-- those whose clause tells the thing from another.
SELECT image_id, object_id, has_scene_graph, route_id, hops FROM (
  SELECT *, row_number() OVER (
    PARTITION BY image_id, hops, has_scene_graph
    ORDER BY CASE WHEN selects THEN 0 ELSE 1 END,
      md5(md5($seed) || md5('quota') || md5(image_id) || md5(object_id) || md5(route_id)), object_id, route_id
  ) AS place
  FROM shard_possible WHERE NOT shows_answer
) AS ordered
WHERE place <= $per_image
