-- The routes that questions follow, and how many follow each.
SELECT route_id, count(*) AS n FROM questions GROUP BY route_id ORDER BY route_id
