-- What the wordings of the shard's questions give to their records, with the places of their routes, and what makes
-- sub-questions of the routes' steps: where the thing of a clause is, and what asks for the first edge, which is the
-- text of the route that ends with it.
SELECT
  a.place AS worded_place, r.place AS route_place,
  CASE WHEN q.own_question = '' THEN $own_text ELSE q.own_question END AS question, q.hops, q.has_scene_graph,
  r.item AS entity_id, n.label AS entity_label, n.noun, n.place_before || q.clause || n.place_after AS place_question,
  q.object_id AS place_answer, $plain_question AS first_question, t.template AS first_template, q.clause,
  q.predicate AS clause_predicate, q.role AS clause_role, q.target_id AS clause_object_id, o.template, o.variant,
  $snapshot AS snapshot, $tags AS tags
FROM alike AS a
JOIN questions AS q ON q.question_id = a.question_id
JOIN used_routes AS r ON r.noun_route = a.noun_route
JOIN record_concepts AS n ON n.key = r.key AND n.noun_id = r.noun_id
JOIN texts AS t ON t.shape_id = r.first_shape AND t.bucket = a.bucket
JOIN texts AS o ON o.shape_id = r.shape_id AND o.bucket = a.bucket
