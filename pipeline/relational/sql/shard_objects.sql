-- The objects of the shard's images, with the share of its image that each box covers, and its class by that. Where an
-- image's size is not known, its boxes tell how far it reaches.
SELECT
  image_id, object_id, name, key, x, y, w, h, share,
  CASE WHEN share IS NULL THEN '' WHEN share < $tiny THEN 'tiny' WHEN share < $small THEN 'small'
  WHEN share < $medium THEN 'medium' ELSE 'large' END AS area
FROM (
  SELECT o.image_id, o.object_id, o.name, o.key, o.x, o.y, o.w, o.h,
    CASE WHEN e.width > 0 AND e.height > 0
      THEN CAST(o.w AS DOUBLE) * o.h / (CAST(e.width AS DOUBLE) * e.height) END AS share
  FROM objects AS o
  LEFT JOIN (
    SELECT
      i.image_id, coalesce(min(i.width), max(reaching.x + reaching.w)) AS width,
      coalesce(min(i.height), max(reaching.y + reaching.h)) AS height
    FROM images AS i JOIN objects AS reaching ON reaching.image_id = i.image_id
    WHERE reaching.w IS NOT NULL AND reaching.image_id BETWEEN $first AND $last AND i.image_id BETWEEN $first AND $last
    GROUP BY i.image_id
  ) AS e ON e.image_id = o.image_id
  WHERE o.image_id BETWEEN $first AND $last
) AS shares
