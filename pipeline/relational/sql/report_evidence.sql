-- Concepts by what their noun rests on.
SELECT evidence, count(DISTINCT key) FROM concepts WHERE noun_rank = 0 GROUP BY evidence ORDER BY evidence
