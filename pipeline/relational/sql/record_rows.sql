-- The finished records of the shard's images, each with its line of JSON, but for the columns that routes and options
-- give: those are found by their places.
SELECT $own_columns, is_balanced, route_place, options_place, $line AS line
FROM own
JOIN used_pieces AS r ON r.place = own.route_place
JOIN option_pieces AS o ON o.place = own.options_place
