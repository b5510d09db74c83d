-- What checks need of the drawn questions: the key of their answers, the text that they would have without a
-- clause, and for those of several hops the text that asks for the first edge by itself.
SELECT
  q.question_id, q.image_id, q.question, q.noun_id, q.clause, r.option_key, $first_route AS first_route,
  CASE WHEN q.clause = '' THEN q.question
    ELSE replace(
      replace(q.question, n.pointing_before || q.clause || n.pointing_after, ''),
      n.before_clause || q.clause || n.after_clause, n.this)
    END AS plain_question,
  CASE WHEN q.hops = 1 THEN '' WHEN t.prefix = ''
    THEN upper(substr(CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END, 1, 1))
      || substr(CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END, 2) || t.suffix
    ELSE t.prefix || CASE WHEN t.of_kind THEN n.this_kind ELSE n.this END || t.suffix END AS first_question
FROM all_drawn AS q
JOIN routes AS r ON r.route_id = q.route_id
JOIN noun_forms AS n ON n.noun_id = q.noun_id
LEFT JOIN texts AS t ON t.shape_id = r.first_shape
  AND t.bucket = q.bucket
