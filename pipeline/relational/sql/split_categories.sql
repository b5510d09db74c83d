-- Every photo with its category: its two most frequent answers among those that make up a fixed share of
-- all answers, joined; empty if it has none (ReasonVQA, section 3.4).
WITH pool AS (
  SELECT answer, count(*) AS n FROM questions GROUP BY answer
), frequent AS (
  SELECT answer, n FROM pool WHERE n >= $share * (SELECT count(*) FROM questions)
), ranked AS (
  SELECT i.photo, q.answer, row_number() OVER (
    PARTITION BY i.photo ORDER BY count(*) DESC, max(f.n) DESC, q.answer
  ) AS place
  FROM questions AS q
  JOIN images AS i ON i.image_id = q.image_id
  JOIN frequent AS f ON f.answer = q.answer
  GROUP BY i.photo, q.answer
), photos AS (
  SELECT DISTINCT i.photo FROM questions AS q JOIN images AS i ON i.image_id = q.image_id
)
SELECT p.photo,
  coalesce(one.answer, '') || CASE WHEN two.answer IS NULL THEN '' ELSE ' + ' || two.answer END AS category
FROM photos AS p
LEFT JOIN ranked AS one ON one.photo = p.photo AND one.place = 1
LEFT JOIN ranked AS two ON two.photo = p.photo AND two.place = 2
