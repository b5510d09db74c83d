-- The questions that are given in further wordings: of each kind of hops as many, as far as there are so many.
-- Of several true answers one may give now this, now that.
SELECT question_id, image_id, shape_id, question, answer, noun_phrase, kind_phrase, pointing, template, variant,
  substr(md5(md5(image_id) || md5(object_id) || md5(properties) || md5(clause)), 1, 16) AS consistency_id
FROM (
  SELECT *, row_number() OVER (ORDER BY place, drawn, question_id) AS nth
  FROM (
    SELECT *, row_number() OVER (PARTITION BY hops, has_scene_graph ORDER BY drawn, question_id) AS place
    FROM (
      SELECT q.*, r.properties, md5(md5($seed) || md5('consistency') || md5(q.question_id)) AS drawn
      FROM questions AS q JOIN routes AS r ON r.route_id = q.route_id
      WHERE $has_one_answer AND q.shape_id IN (SELECT shape_id FROM paraphrases WHERE place > 0)
    ) AS hashed
  ) AS ordered
  WHERE place <= $sets
) AS numbered
WHERE nth <= $sets
