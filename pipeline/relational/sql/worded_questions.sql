-- What checks need of the drawn questions: the key of their answers, and the text that they would have without a
-- clause.
SELECT
  q.question_id, q.image_id, q.question, q.noun_id, q.clause, r.option_key,
  CASE WHEN q.clause = '' THEN q.question
    ELSE replace(
      replace(q.question, n.pointing_before || q.clause || n.pointing_after, ''),
      n.before_clause || q.clause || n.after_clause, n.this)
    END AS plain_question
FROM all_drawn AS q
JOIN routes AS r ON r.route_id = q.route_id
JOIN noun_forms AS n ON n.noun_id = q.noun_id
