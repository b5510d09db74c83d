-- How many keys, and objects that bear one, are linked, and how many there are.
SELECT l.keys, l.objects, l.keys + u.keys, l.objects + u.objects
FROM (SELECT count(*) AS keys, coalesce(sum(objects), 0) AS objects FROM links) AS l
CROSS JOIN (SELECT count(*) AS keys, coalesce(sum(objects), 0) AS objects FROM unlinked) AS u
