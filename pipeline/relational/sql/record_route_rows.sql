-- The columns that routes give to records, in the order of their places.
SELECT $route_columns FROM routes ORDER BY route_id
