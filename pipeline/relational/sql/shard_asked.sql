-- The drawn questions in words, with their ids, whether a question holds its own answer as words, and whether one
-- clause stands in another: "the country that the dish that the girl is eating comes from".
SELECT
  referent, image_id, object_id, noun_route, possible, question, is_nested, shows_answer,
  substr(md5(thing_hash || properties_hash || clause_hash || template_hash), 1, 20) AS question_id
FROM (
  SELECT
    d.referent, d.image_id, d.object_id, d.thing_hash, d.clause_hash, d.noun_route, d.possible, w.question,
    FALSE AS is_nested, w.shows_answer, w.properties_hash, w.template_hash
  FROM worded_routes AS w
  JOIN (
    SELECT r.referent, r.image_id, r.object_id, r.thing_hash, r.clause_hash, r.bucket, d.noun_route, d.possible
    FROM shard_drawn AS d JOIN shard_referents AS r ON r.referent = d.referent
    WHERE NOT r.has_scene_graph
  ) AS d ON d.noun_route = w.noun_route AND d.bucket = w.bucket
  UNION ALL
  SELECT
    referent, image_id, object_id, thing_hash, clause_hash, noun_route, possible, question, is_nested,
    $shows_answer AS shows_answer, properties_hash, template_hash
  FROM (
    SELECT
      n.referent, n.image_id, n.object_id, n.thing_hash, n.clause_hash, d.noun_route, d.possible, route.said,
      route.said_first, route.properties_hash, t.template_hash, $clause_question AS question,
      NOT t.of_kind AND position(' that ' IN n.clause) > 0 AND position(' that ' IN t.prefix || t.suffix) > 0 AS is_nested
    FROM shard_drawn AS d
    JOIN shard_referents AS n ON n.referent = d.referent
    JOIN shard_routes AS route ON route.noun_route = d.noun_route
    JOIN shard_texts AS t ON t.shape_id = route.shape_id AND t.bucket = n.bucket
    WHERE n.has_scene_graph
  ) AS worded
) AS asked
