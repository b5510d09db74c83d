-- One row an object: its best description. Boxes are cut at the image's edge where its size is known; a box
-- that lies beyond the edge is `outside`.
SELECT
  best.image_id, object_id, name, key, x, y,
  CASE WHEN images.width - x < w THEN images.width - x ELSE w END AS w,
  CASE WHEN images.height - y < h THEN images.height - y ELSE h END AS h,
  coalesce(x >= images.width, false) OR coalesce(y >= images.height, false) AS outside
FROM (
  SELECT *, row_number() OVER (
    PARTITION BY image_id, object_id
    ORDER BY origin, CASE WHEN key = '' THEN 1 ELSE 0 END, name, key,
      x NULLS LAST, y NULLS LAST, w NULLS LAST, h NULLS LAST
  ) AS place
  FROM described
) AS best
JOIN images ON images.image_id = best.image_id
WHERE place = 1 AND images.image_id BETWEEN $first AND $last
