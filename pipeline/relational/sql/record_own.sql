-- What the questions of the shard give to their records themselves, with the places of what images, wordings and options
-- give. `question_1` to `question_3` are those that the `parts` of a record's sub-questions name: of the same thing,
-- ending one or two edges earlier, and the question itself. A route's sets of options lie side by side, the sixteen
-- of the balanced set behind the others.
SELECT
  q.question_id, q.object_id, q.boxes, substr(md5(q.image_hash || q.object_hash || q.asked_hash), 1, 16) AS ladder_id,
  q.weight, q.is_balanced, q.shown_place, a.place AS worded_place,
  q.first_place + CASE WHEN q.is_balanced THEN 16 ELSE 0 END
    + position(substr(md5(md5($seed) || md5('options') || md5(q.question_id)), 1, 1) IN '0123456789abcdef') - 1
    AS options_place,
  CASE WHEN q.hops = 1 THEN 0 ELSE q.edges END AS parts,
  CASE WHEN q.edges = 1 THEN q.question_id ELSE lower.question_id END AS question_1,
  CASE WHEN q.edges = 2 THEN q.question_id ELSE middle.question_id END AS question_2,
  CASE WHEN q.edges = 3 THEN q.question_id END AS question_3
FROM (
  SELECT q.*, $boxes AS boxes, i.image_hash, i.place AS shown_place, r.first_place, r.lower_route, r.middle_route,
    CASE WHEN q.has_scene_graph THEN r.clause_hash ELSE r.plain_hash END AS asked_hash
  FROM questions AS q
  JOIN shown AS i ON i.image_id = q.image_id
  JOIN used_routes AS r ON r.noun_route = q.noun_route
) AS q
JOIN alike AS a ON a.noun_route = q.noun_route AND a.bucket = q.bucket AND a.area = q.area
  AND a.is_guessable = q.is_guessable AND a.own_wording = q.own_wording
LEFT JOIN questions AS lower ON lower.image_id = q.image_id AND lower.object_id = q.object_id
  AND lower.has_scene_graph = q.has_scene_graph AND lower.noun_route = q.lower_route
LEFT JOIN questions AS middle ON middle.image_id = q.image_id AND middle.object_id = q.object_id
  AND middle.has_scene_graph = q.has_scene_graph AND middle.noun_route = q.middle_route
