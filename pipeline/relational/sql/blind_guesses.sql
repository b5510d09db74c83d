-- For each question asked, the answer and the option with most votes; equal ones in the order of a hash.
WITH answers AS (
  SELECT key, answer, row_number() OVER (
    PARTITION BY key ORDER BY weight DESC, md5(md5(key) || md5(answer)), answer) AS place
  FROM votes
), shown AS (
  SELECT a.question_id, a.key, $each_choice AS choice FROM asked AS a JOIN test AS t ON t.question_id = a.question_id
), options AS (
  SELECT s.question_id, s.choice, row_number() OVER (
    PARTITION BY s.question_id
    ORDER BY coalesce(v.weight, $unseen) DESC, md5(md5(s.question_id) || md5(s.choice)), s.choice) AS place
  FROM shown AS s LEFT JOIN votes AS v ON v.key = s.key AND v.answer = s.choice
)
SELECT a.question_id, CASE WHEN $answers THEN coalesce(w.answer, '') ELSE '' END AS answer, o.choice
FROM asked AS a
JOIN options AS o ON o.question_id = a.question_id AND o.place = 1
LEFT JOIN answers AS w ON w.key = a.key AND w.place = 1
