-- The drawn questions with the key of their answers, and with the text that they would have without a clause.
SELECT
  q.*, r.option_key, r.answers,
  CASE WHEN q.clause = '' THEN q.question
    ELSE replace(
      replace(q.question, n.pointing_before || q.clause || n.pointing_after, ''),
      n.before_clause || q.clause || n.after_clause, n.this)
    END AS plain_question
FROM all_drawn AS q
JOIN routes AS r ON r.route_id = q.route_id
JOIN noun_forms AS n ON n.noun_id = q.noun_id
