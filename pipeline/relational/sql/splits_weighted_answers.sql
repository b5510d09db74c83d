-- The answers that are items, by how many questions they are true of.
SELECT unit, '' AS stratum, count(*) AS n FROM answers GROUP BY unit
