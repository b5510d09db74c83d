-- What questions need of the routes, made once for all shards: as a table, joins know how small it is.
SELECT * FROM made_routes
