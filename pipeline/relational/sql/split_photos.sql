-- Each category in a random order, cut so that its share of train is right to within one photo, and the
-- share of all photos too.
SELECT photo, category,
  CASE WHEN floor(place * $train) > floor((place - 1) * $train) THEN 'train' ELSE 'test' END AS part
FROM (
  SELECT photo, category,
    row_number() OVER (ORDER BY category, md5(md5($seed) || md5('split') || md5(photo)), photo) AS place
  FROM categories
) AS ordered
