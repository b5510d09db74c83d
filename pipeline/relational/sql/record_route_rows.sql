-- What routes give to records, with the steps of their sub-questions and pieces of JSON, in the order of their places.
SELECT $route_columns, steps, $route_pieces FROM routes ORDER BY route_id
