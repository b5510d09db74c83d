-- The routes by their properties, with their questions in either part.
SELECT path, sum(CASE WHEN split = 'train' THEN 1 ELSE 0 END) AS train,
  sum(CASE WHEN split = 'test' THEN 1 ELSE 0 END) AS test
FROM asked GROUP BY path ORDER BY path
