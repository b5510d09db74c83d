-- What checks found in the options of each question, as it stands in U outside of the balanced set.
SELECT f.code, q.question_id, f.detail
FROM questions AS q
JOIN routes AS r ON r.route_id = q.route_id
JOIN judged_options AS f ON f.option_key = r.option_key
  AND f.option_set = substr(md5(md5($seed) || md5('options') || md5(q.question_id)), 1, 1)
  AND NOT f.balanced
