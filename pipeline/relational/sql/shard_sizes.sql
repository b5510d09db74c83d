-- What share of its image each box covers, and its class by that. Where an image's size is not known, its
-- boxes tell how far it reaches.
SELECT
  image_id, object_id, share,
  CASE WHEN share < $tiny THEN 'tiny' WHEN share < $small THEN 'small' WHEN share < $medium THEN 'medium'
  ELSE 'large' END AS area
FROM (
  SELECT o.image_id, o.object_id, CAST(o.w AS DOUBLE) * o.h / (CAST(e.width AS DOUBLE) * e.height) AS share
  FROM shard_objects AS o
  JOIN (
    SELECT
      i.image_id, coalesce(min(i.width), max(reaching.x + reaching.w)) AS width,
      coalesce(min(i.height), max(reaching.y + reaching.h)) AS height
    FROM images AS i JOIN shard_objects AS reaching ON reaching.image_id = i.image_id
    WHERE reaching.w IS NOT NULL AND i.image_id BETWEEN $first AND $last
    GROUP BY i.image_id
  ) AS e ON e.image_id = o.image_id
  WHERE o.w IS NOT NULL AND e.width > 0 AND e.height > 0
) AS shares
