-- Hashes of question ids by how often they stand in U and in B: one of several ids is one that stands there several times.
SELECT times % 65536 AS in_u, times // 65536 AS in_b, count(*) AS n
FROM (
  SELECT id, sum(times) AS times
  FROM (
    SELECT hash(question_id) AS id, 1 AS times FROM records
    UNION ALL
    SELECT hash(question_id), 65536 FROM balanced_records
  ) AS each_set
  GROUP BY id
) AS by_id
GROUP BY in_u, in_b ORDER BY in_u, in_b
