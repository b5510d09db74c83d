-- How many objects bear each key.
SELECT key, count(*) AS objects FROM objects GROUP BY key ORDER BY key
