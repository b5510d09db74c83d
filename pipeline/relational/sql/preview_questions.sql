-- Questions of a preview: of each number of hops, with and without a clause, first one of each template.
SELECT hops, has_scene_graph, image_id, question, answer, template, variant
FROM (
  SELECT
    *,
    row_number() OVER (PARTITION BY hops, has_scene_graph ORDER BY nth, md5(md5($seed) || md5('preview') || md5(question_id))) AS place
  FROM (
    SELECT
      *,
      row_number() OVER (
        PARTITION BY hops, has_scene_graph, template, variant ORDER BY md5(md5($seed) || md5('preview') || md5(question_id))
      ) AS nth
    FROM (SELECT q.*, r.properties FROM questions_in_words AS q JOIN routes AS r ON r.route_id = q.route_id) AS routed
    WHERE $property = '' OR position('/' || $property || '/' IN '/' || properties || '/') > 0
  ) AS numbered
) AS placed
WHERE place <= $most
ORDER BY hops, has_scene_graph, place
