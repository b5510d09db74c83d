-- Questions that have at least one wrong option.
SELECT q.* FROM questions AS q
WHERE q.route_id IN (
  SELECT r.route_id FROM routes AS r JOIN options AS o ON o.option_key = r.option_key WHERE o.n_distractors > 0)
