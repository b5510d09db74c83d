-- Images and photos by the parts that they stand in.
WITH shown AS (
  SELECT DISTINCT image_id, split FROM records
)
SELECT in_train, in_test, count(*) AS n, min(what) AS example
FROM (
  SELECT what, max(CASE WHEN part = 'train' THEN 1 ELSE 0 END) AS in_train,
    max(CASE WHEN part = 'train' THEN 0 ELSE 1 END) AS in_test
  FROM (
    SELECT 'image ' || image_id AS what, split AS part FROM shown
    UNION ALL
    SELECT 'photo ' || p.photo, s.split FROM shown AS s JOIN photos AS p ON p.image_id = s.image_id
    WHERE p.photo <> ''
  ) AS each_part
  GROUP BY what
) AS by_what
GROUP BY in_train, in_test ORDER BY in_train, in_test
