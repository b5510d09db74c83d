-- The pieces of JSON that the steps of a route give to each of its records, by its place.
SELECT row_number() OVER (ORDER BY route_id) - 1 AS place,
  $step_pieces
FROM routes
