-- Questions by hops, and by how many questions of U ask for the ends of their edges, themselves among them.
SELECT hops, has_scene_graph, rungs, count(*) AS questions, count(DISTINCT image_id) AS images
FROM (SELECT hops, has_scene_graph, image_id, $rungs AS rungs FROM records) AS laddered
GROUP BY hops, has_scene_graph, rungs ORDER BY hops, has_scene_graph, rungs
