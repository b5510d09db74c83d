-- Keys and objects that are linked, by evidence.
SELECT evidence, count(*) AS keys, sum(objects) AS objects FROM links GROUP BY evidence ORDER BY objects DESC, evidence
