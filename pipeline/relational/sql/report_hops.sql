-- Questions by hops, has_scene_graph, source.
SELECT hops, has_scene_graph, source, count(*) AS questions, count(DISTINCT image_id) AS images
FROM records GROUP BY hops, has_scene_graph, source ORDER BY hops, has_scene_graph, source
