-- Questions that have at least one wrong option.
SELECT q.* FROM all_kept AS q WHERE q.route_id IN (SELECT route_id FROM optional_routes)
