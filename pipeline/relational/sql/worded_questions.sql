-- The texts of the drawn questions: each wording of what is asked by a noun alone, and each text with a clause. With what
-- checks need of them: the key of the answers, the text that it would be without the clause, and for those of several
-- hops the text that asks for the first edge by itself.
SELECT
  noun_route, bucket, own_question, clause, noun_id, option_key, first_route, question, first_question,
  CASE WHEN clause = '' THEN question
    ELSE replace(replace(question, pointing_before || clause || pointing_after, ''), before_clause || clause || after_clause, this)
    END AS plain_question
FROM (
  SELECT
    q.noun_route, q.bucket, q.own_question, q.clause, nr.noun_id, r.option_key, $first_route AS first_route,
    $in_words AS question,
    CASE WHEN r.edges = 1 AND q.clause = '' THEN '' ELSE $plain_question END AS first_question,
    n.pointing_before, n.pointing_after, n.before_clause, n.after_clause, n.this
  FROM (SELECT DISTINCT noun_route, bucket, own_question, clause FROM drawn) AS q
  JOIN noun_routes AS nr ON nr.noun_route = q.noun_route
  JOIN worded_routes AS w ON w.noun_route = q.noun_route AND w.bucket = q.bucket
  JOIN routes AS r ON r.route_id = nr.route_id
  JOIN noun_forms AS n ON n.noun_id = nr.noun_id
  LEFT JOIN texts AS t ON t.shape_id = r.first_shape AND t.bucket = q.bucket
) AS worded
