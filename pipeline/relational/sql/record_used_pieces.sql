-- The pieces of JSON of the routes that the shard's records have.
SELECT * FROM route_pieces WHERE place IN (SELECT route_place FROM worded)
