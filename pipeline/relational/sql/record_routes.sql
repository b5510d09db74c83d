-- What records need of what is asked, with a clause and without one: the route's place among all, that of the first set
-- of its options, what columns of the question's own rest on, and the same thing's routes that end one or two edges
-- earlier, where it passes those.
SELECT
  nr.noun_route, nr.key, nr.noun_id, nr.item, nr.shape_id, r.place, o.first_place, r.first_shape, r.fact_tags,
  r.clause_hash, r.plain_hash, lower.noun_route AS lower_route, middle.noun_route AS middle_route
FROM noun_routes AS nr
JOIN (
  SELECT
    row_number() OVER (ORDER BY r.route_id) - 1 AS place, r.route_id, r.option_key, r.first_shape, r.fact_tags,
    md5('true') || md5($first_property) AS clause_hash, md5('false') || md5($first_property) AS plain_hash,
    CASE WHEN r.edges > 1 THEN $first_route END AS lower_id,
    CASE WHEN r.edges > 2 THEN $second_route END AS middle_id
  FROM routes AS r
) AS r ON r.route_id = nr.route_id
LEFT JOIN (SELECT option_key, min(place) AS first_place FROM record_options GROUP BY option_key) AS o
  ON o.option_key = r.option_key
LEFT JOIN noun_routes AS lower ON lower.key = nr.key AND lower.noun_id = nr.noun_id AND lower.route_id = r.lower_id
LEFT JOIN noun_routes AS middle ON middle.key = nr.key AND middle.noun_id = nr.noun_id AND middle.route_id = r.middle_id
