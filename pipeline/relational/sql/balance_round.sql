-- One round: of each answer above its target, the questions of the fullest images go first; each kind of hops keeps
-- about the same share.
SELECT question_id, image_id, property_id, answer, hops, has_scene_graph FROM (
  SELECT *, row_number() OVER (
    PARTITION BY property_id, answer
    ORDER BY (2 * place_in_kind - 1) / CAST(2 * of_kind AS DOUBLE), questions, hash, question_id
  ) AS place
  FROM (
    SELECT
      *,
      row_number() OVER (
        PARTITION BY property_id, answer, hops, has_scene_graph ORDER BY questions, hash, question_id
      ) AS place_in_kind,
      count(*) OVER (PARTITION BY property_id, answer, hops, has_scene_graph) AS of_kind
    FROM (
      SELECT b.*, t.target, i.questions, md5(md5($seed) || md5('balance') || md5(b.question_id)) AS hash
      FROM balanced AS b
      JOIN targets AS t ON t.property_id = b.property_id AND t.answer = b.answer
      JOIN (SELECT image_id, count(*) AS questions FROM balanced GROUP BY image_id) AS i
        ON i.image_id = b.image_id
    ) AS counted
  ) AS placed
) AS ranked
WHERE place <= target
