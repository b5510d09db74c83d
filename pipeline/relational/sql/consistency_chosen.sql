-- The questions that are given in further wordings: of each kind of hops as many, as far as there are so many.
-- Of several true answers one may give now this, now that. Of a kind with very many questions a sixteenth is looked
-- at, by their ids, which are hashes.
SELECT q.question_id, q.image_id, q.route_id, q.shape_id, q.question, q.answer, q.template, q.variant,
  CASE WHEN q.clause = '' THEN n.this ELSE n.before_clause || q.clause || n.after_clause END AS noun_phrase,
  n.this_kind AS kind_phrase,
  CASE WHEN q.clause = '' THEN '' ELSE n.pointing_before || q.clause || n.pointing_after END AS pointing,
  substr(md5(md5(q.image_id) || md5(q.object_id) || md5(r.properties) || md5(q.clause)), 1, 16) AS consistency_id
FROM questions_in_words AS q
JOIN (
  SELECT question_id, row_number() OVER (ORDER BY place, drawn, question_id) AS nth
  FROM (
    SELECT question_id, drawn,
      row_number() OVER (PARTITION BY hops, has_scene_graph ORDER BY drawn, question_id) AS place
    FROM (
      SELECT q.question_id, q.hops, q.has_scene_graph, md5(md5($seed) || md5('consistency') || md5(q.question_id)) AS drawn
      FROM questions AS q
      JOIN (
        SELECT hops, has_scene_graph, CASE WHEN count(*) > 128 * $sets THEN '1' ELSE 'g' END AS below
        FROM questions GROUP BY hops, has_scene_graph
      ) AS kinds ON kinds.hops = q.hops AND kinds.has_scene_graph = q.has_scene_graph AND q.question_id < kinds.below
      JOIN routes AS r ON r.route_id = q.route_id
      WHERE $has_one_answer AND q.shape_id IN (SELECT shape_id FROM paraphrases WHERE place > 0)
    ) AS hashed
  ) AS ordered
  WHERE place <= $sets
) AS numbered ON numbered.question_id = q.question_id AND numbered.nth <= $sets
JOIN routes AS r ON r.route_id = q.route_id
JOIN noun_forms AS n ON n.noun_id = q.noun_id
