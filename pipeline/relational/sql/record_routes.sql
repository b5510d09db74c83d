-- What records need of a route: its place among all, and what their own columns rest on.
SELECT
  row_number() OVER (ORDER BY route_id) - 1 AS place, route_id, option_key, first_shape, edges, properties, fact_tags, steps
FROM routes
