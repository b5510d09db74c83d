-- What records need of a route: its place among all, what their own columns rest on, and the pieces of JSON that it
-- gives to each of its records.
SELECT
  row_number() OVER (ORDER BY route_id) - 1 AS place, route_id, option_key, first_shape, edges, properties,
  fact_tags, steps,
  $route_pieces
FROM routes
