-- On which side of a possible target each thing is, by the middles of their boxes. It is clearly there, so that it
-- may be described so, where the boxes stand beside each other: apart, not far, and for the most part level.
SELECT
  image_id, object_id, target_id, target_name,
  CASE WHEN ahead < 0 THEN 'to the left of' ELSE 'to the right of' END AS predicate,
  apart >= 0 AND apart <= wide AND 2 * level >= low AS is_clear
FROM (
  SELECT
    t.image_id, t.object_id, g.target_id, g.target_name,
    2 * (t.x - g.x) + t.w - g.w AS ahead,
    greatest(t.x, g.x) - least(t.x + t.w, g.x + g.w) AS apart,
    greatest(t.w, g.w) AS wide,
    least(t.y + t.h, g.y + g.h) - greatest(t.y, g.y) AS level,
    least(t.h, g.h) AS low
  FROM (SELECT DISTINCT image_id, object_id, x, y, w, h FROM shard_things) AS t
  JOIN shard_nameable AS g ON g.image_id = t.image_id AND g.target_id <> t.object_id
) AS placed
WHERE ahead <> 0
