-- One row an object: its best description. Boxes are cut at the image's edge where its size is known; a box
-- that lies beyond the edge is `outside`. Only where there are several is there anything to choose from.
WITH several AS (
  SELECT image_id, object_id FROM described GROUP BY image_id, object_id HAVING count(*) > 1
),
best AS (
  SELECT described.image_id, described.object_id, name, key, x, y, w, h
  FROM described
  WHERE NOT EXISTS (SELECT 1 FROM several
    WHERE several.image_id = described.image_id AND several.object_id = described.object_id)
  UNION ALL
  SELECT image_id, object_id, name, key, x, y, w, h
  FROM (
    SELECT described.*, row_number() OVER (
      PARTITION BY described.image_id, described.object_id
      ORDER BY origin, CASE WHEN key = '' THEN 1 ELSE 0 END, name, key,
        x NULLS LAST, y NULLS LAST, w NULLS LAST, h NULLS LAST
    ) AS place
    FROM described
    JOIN several ON several.image_id = described.image_id AND several.object_id = described.object_id
  ) AS numbered
  WHERE place = 1
)
SELECT
  best.image_id, object_id, name, key, x, y,
  CASE WHEN images.width - x < w THEN images.width - x ELSE w END AS w,
  CASE WHEN images.height - y < h THEN images.height - y ELSE h END AS h,
  coalesce(x >= images.width, false) OR coalesce(y >= images.height, false) AS outside
FROM best
JOIN images ON images.image_id = best.image_id
WHERE images.image_id BETWEEN $first AND $last
