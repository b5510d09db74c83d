-- Distinct texts of the questions of a part, at most so many, in the order of their hashes.
SELECT question FROM (
  SELECT question FROM train WHERE $part = 'train' UNION SELECT question FROM test WHERE $part = 'test'
) AS texts
ORDER BY md5(md5('text') || md5(question)), question LIMIT $most
