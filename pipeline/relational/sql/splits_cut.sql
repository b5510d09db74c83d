-- Units in a random order, cut where the share of train is reached, counted in questions.
SELECT unit, CASE WHEN before + n / 2.0 <= $train * total THEN 'train' ELSE 'test' END AS part
FROM (
  SELECT unit, n, sum(n) OVER (PARTITION BY stratum) AS total, sum(n) OVER (
    PARTITION BY stratum ORDER BY md5(md5($seed) || md5('splits') || md5(unit)), unit
    ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
  ) - n AS before
  FROM weighted
) AS ordered
