-- The questions judged, and of each kind of hops the same share, so that there are so many in all. Images come
-- in the order drawn, so that most are kept or left out whole.
WITH kinds AS (
  SELECT hops, has_scene_graph, count(*) AS n
  FROM judged WHERE passed = 9 GROUP BY hops, has_scene_graph
), sums AS (
  SELECT hops, has_scene_graph, n, sum(n) OVER (ORDER BY hops, has_scene_graph) AS upto, sum(n) OVER () AS total
  FROM kinds
), quotas AS (
  -- What is rounded off of one kind goes to the next, so that the quotas add up.
  SELECT hops, has_scene_graph,
    floor(upto * $max_questions / total) - floor((upto - n) * $max_questions / total) AS quota
  FROM sums
), ordered AS (
  SELECT question_id, row_number() OVER (
    PARTITION BY hops, has_scene_graph
    ORDER BY md5(md5($seed) || md5('subset') || md5(image_id)), image_id, md5(md5($seed) || md5('subset') || md5(question_id)), question_id
  ) AS place
  FROM judged WHERE passed = 9
)
SELECT judged.question_id, image_id, property_id, answer, judged.hops, judged.has_scene_graph, was_balanced,
  CASE WHEN passed = 9 AND ($max_questions = 0 OR place <= quota) THEN 10 ELSE passed END AS passed
FROM judged
LEFT JOIN quotas ON quotas.hops = judged.hops AND quotas.has_scene_graph = judged.has_scene_graph
LEFT JOIN ordered ON ordered.question_id = judged.question_id
