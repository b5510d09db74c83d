-- Of an image's possible questions at most so many for each number of hops, with and without a clause; and from
-- how many each was drawn.
SELECT image_id, object_id, has_scene_graph, route_id, hops, possible FROM (
  SELECT *, count(*) OVER (PARTITION BY image_id, hops, has_scene_graph) AS possible, row_number() OVER (
    PARTITION BY image_id, hops, has_scene_graph
    ORDER BY md5(md5($seed) || md5('quota') || thing_hash || route_hash), object_id, route_id
  ) AS place
  FROM shard_possible WHERE NOT shows_answer AND NOT given_away AND NOT over_share
) AS ordered
WHERE place <= $per_image
