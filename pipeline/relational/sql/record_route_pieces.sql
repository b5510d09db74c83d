-- The pieces of JSON that a route gives to each of its records, by its place.
SELECT row_number() OVER (ORDER BY route_id) - 1 AS place, $route_pieces
FROM routes
