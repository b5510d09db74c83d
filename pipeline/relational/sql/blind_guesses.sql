-- For each question asked, the answer and the option with most votes; of equal ones that with the least hash.
WITH answers AS (
  SELECT v.key, substr(min(md5(md5(v.key) || md5(v.answer)) || v.answer), 33) AS answer
  FROM votes AS v
  JOIN (SELECT key, max(weight) AS weight FROM votes GROUP BY key) AS most ON most.key = v.key AND most.weight = v.weight
  WHERE $answers
  GROUP BY v.key
), shown AS (
  SELECT a.question_id, a.key, $each_choice AS choice FROM asked AS a JOIN test AS t ON t.question_id = a.question_id
), weighed AS (
  SELECT s.question_id, s.choice, coalesce(v.weight, $unseen) AS weight
  FROM shown AS s LEFT JOIN votes AS v ON v.key = s.key AND v.answer = s.choice
), options AS (
  SELECT w.question_id, substr(min(md5(md5(w.question_id) || md5(w.choice)) || w.choice), 33) AS choice
  FROM weighed AS w
  JOIN (SELECT question_id, max(weight) AS weight FROM weighed GROUP BY question_id) AS most
    ON most.question_id = w.question_id AND most.weight = w.weight
  GROUP BY w.question_id
)
SELECT a.question_id, coalesce(w.answer, '') AS answer, o.choice
FROM asked AS a
JOIN options AS o ON o.question_id = a.question_id
LEFT JOIN answers AS w ON w.key = a.key
