-- The names of objects whose key is an item, or one of those beside the name in `meanings`.
-- The join with all names is for those that are no object's first name, and for items that are no landmark.
WITH given AS (
  SELECT o.image_id, o.object_id, o.name, o.name <> '' OR o.object_id <> $landmark AS is_named
  FROM objects AS o JOIN meanings AS m ON m.key = o.key AND m.name = ''
),
firsts AS (
  SELECT o.name FROM objects AS o JOIN meanings AS m ON m.name = o.name AND m.key = o.key
  UNION SELECT name FROM given
),
rest AS (SELECT name, key FROM meanings WHERE name NOT IN (SELECT name FROM firsts))
SELECT name FROM firsts
UNION SELECT r.name
FROM rest AS r
JOIN names AS n ON n.name = r.name
JOIN objects AS o ON o.image_id = n.image_id AND o.object_id = n.object_id AND o.key = r.key
UNION SELECT n.name
FROM given AS g JOIN names AS n ON n.image_id = g.image_id AND n.object_id = g.object_id
WHERE g.is_named
ORDER BY 1
