-- The routes of the shard's questions, of which there are far fewer than routes.
SELECT * FROM record_routes WHERE route_id IN (SELECT route_id FROM questions)
