-- The routes that questions follow.
SELECT DISTINCT route_id FROM questions ORDER BY route_id
