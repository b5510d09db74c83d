-- One row an object: its best description. Boxes are cut at the image's edge where its size is known;
-- a box that lies beyond the edge is of no object.
SELECT
  chosen.image_id, object_id, name, key, x, y,
  CASE WHEN images.width - x < w THEN images.width - x ELSE w END AS w,
  CASE WHEN images.height - y < h THEN images.height - y ELSE h END AS h
FROM (
  SELECT *, row_number() OVER (
    PARTITION BY image_id, object_id
    ORDER BY origin, CASE WHEN key = '' THEN 1 ELSE 0 END, name, key,
      x NULLS LAST, y NULLS LAST, w NULLS LAST, h NULLS LAST
  ) AS place
  FROM described
) AS chosen
JOIN images ON images.image_id = chosen.image_id
WHERE place = 1 AND coalesce(x < images.width, true) AND coalesce(y < images.height, true)
