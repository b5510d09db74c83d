-- Every question: test as it is; of train, the photos of each category in a random order, cut so that the
-- share of validation is right to within one photo.
WITH ordered AS (
  SELECT c.photo, row_number() OVER (
    ORDER BY c.category, md5(md5($seed) || md5('validation') || md5(c.photo)), c.photo
  ) AS place
  FROM categories AS c
  JOIN (SELECT DISTINCT photo FROM asked WHERE split = 'train') AS t ON t.photo = c.photo
), parts AS (
  SELECT photo, CASE WHEN floor(place * $validation) > floor((place - 1) * $validation) THEN 'validation'
    ELSE 'train' END AS part
  FROM ordered
)
SELECT a.question_id, coalesce(p.part, 'test') AS split
FROM asked AS a
LEFT JOIN parts AS p ON p.photo = a.photo
