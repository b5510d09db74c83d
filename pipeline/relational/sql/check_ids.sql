-- Question ids by how often they stand in U and in B.
SELECT in_u, in_b, count(*) AS n, min(question_id) AS example
FROM (
  SELECT question_id, sum(u) AS in_u, sum(b) AS in_b
  FROM (
    SELECT question_id, 1 AS u, 0 AS b FROM records
    UNION ALL
    SELECT question_id, 0, 1 FROM balanced_records
  ) AS each_set
  GROUP BY question_id
) AS by_id
GROUP BY in_u, in_b ORDER BY in_u, in_b
