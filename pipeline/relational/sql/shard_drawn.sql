-- Of an image's possible questions at most so many for each number of hops, with and without a clause; and from
-- how many each was drawn.
SELECT p.referent, p.noun_route, c.possible
FROM shard_possible AS p JOIN shard_counts AS c
  ON c.image_id = p.image_id AND c.hops = p.hops AND c.has_scene_graph = p.has_scene_graph
WHERE c.possible <= $per_image AND NOT p.shows_answer AND NOT p.given_away AND NOT p.over_share
UNION ALL
SELECT referent, noun_route, possible FROM (
  SELECT p.referent, p.noun_route, c.possible, row_number() OVER (
    PARTITION BY p.image_id, p.hops, p.has_scene_graph
    ORDER BY md5(md5($seed) || md5('quota') || p.thing_hash || p.route_hash), p.object_id, p.route_id
  ) AS place
  FROM shard_possible AS p JOIN shard_counts AS c
    ON c.image_id = p.image_id AND c.hops = p.hops AND c.has_scene_graph = p.has_scene_graph
  WHERE c.possible > $per_image AND NOT p.shows_answer AND NOT p.given_away AND NOT p.over_share
) AS ordered
WHERE place <= $per_image
