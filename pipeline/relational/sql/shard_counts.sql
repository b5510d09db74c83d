-- How many questions are possible of each image, by hops, with and without a clause.
SELECT image_id, hops, has_scene_graph, count(*) AS possible
FROM shard_possible WHERE NOT shows_answer AND NOT given_away AND NOT over_share
GROUP BY image_id, hops, has_scene_graph
