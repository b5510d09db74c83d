-- The sources that occur.
SELECT DISTINCT source FROM records ORDER BY source
