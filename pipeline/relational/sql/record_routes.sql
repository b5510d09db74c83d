-- What records need of a route, asked with a clause and without one: its place among all, that of the first set of its
-- options, what their own columns rest on, and the routes that end one or two edges earlier, where it passes those.
SELECT
  row_number() OVER (ORDER BY r.route_id) - 1 AS place, o.first_place, r.route_id, r.first_shape, r.fact_tags,
  r.steps, md5('true') || md5($first_property) AS clause_hash, md5('false') || md5($first_property) AS plain_hash,
  CASE WHEN r.edges > 1 THEN $first_route END AS lower_route,
  CASE WHEN r.edges > 2 THEN $second_route END AS middle_route
FROM routes AS r
LEFT JOIN (SELECT option_key, min(place) AS first_place FROM record_options GROUP BY option_key) AS o
  ON o.option_key = r.option_key
