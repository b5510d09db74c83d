-- Every name that an object bears. Nearly all of them are some object's first: the join is for the few others.
WITH firsts AS (SELECT DISTINCT name FROM objects),
further AS (SELECT image_id, object_id, name FROM names WHERE name NOT IN (SELECT name FROM firsts))
SELECT name FROM firsts
UNION SELECT f.name
FROM further AS f JOIN objects AS o ON o.image_id = f.image_id AND o.object_id = f.object_id
ORDER BY 1
