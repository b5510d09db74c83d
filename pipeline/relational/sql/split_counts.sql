-- How many photos each part has.
SELECT part, count(*) FROM photos GROUP BY part ORDER BY part
