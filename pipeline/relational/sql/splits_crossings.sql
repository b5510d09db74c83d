-- For each two parts: how many units of the second are in the first too, and how many questions have one.
WITH placed AS (
  SELECT u.question_id, u.unit, s.split
  FROM units AS u JOIN assigned AS s ON s.question_id = u.question_id
  WHERE s.split <> 'left_out'
), seen AS (
  SELECT DISTINCT unit, split FROM placed
)
SELECT one.split, two.split, count(DISTINCT two.unit), count(DISTINCT two.question_id)
FROM placed AS two JOIN seen AS one ON one.unit = two.unit AND one.split <> two.split
GROUP BY one.split, two.split ORDER BY one.split, two.split
