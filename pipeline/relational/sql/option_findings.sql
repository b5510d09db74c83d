-- What checks found in the options of each question, which are others inside the balanced set than outside it.
SELECT f.code, q.question_id, f.detail
FROM (
  SELECT q.question_id, r.option_key
  FROM questions AS q JOIN routes AS r ON r.route_id = q.route_id
  WHERE r.option_key IN (SELECT option_key FROM judged_options)
) AS q
LEFT JOIN kept AS k ON k.question_id = q.question_id
JOIN judged_options AS f ON f.option_key = q.option_key AND f.balanced = (k.question_id IS NOT NULL)
  AND f.option_set = substr(md5(md5($seed) || md5('options') || md5(q.question_id)), 1, 1)
