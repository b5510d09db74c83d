-- The places of the routes that the shard's records have.
SELECT DISTINCT route_place AS place FROM own
