-- Every name that an object bears, with a key that goes with it.
SELECT DISTINCT n.name, o.key
FROM names AS n JOIN objects AS o ON o.image_id = n.image_id AND o.object_id = n.object_id
UNION SELECT DISTINCT name, key FROM objects
ORDER BY 1, 2
