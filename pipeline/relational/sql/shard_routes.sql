-- What may be asked under each noun, made once for all shards: as a table, joins know how small it is.
SELECT * FROM noun_routes
