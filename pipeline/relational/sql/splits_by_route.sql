-- Routes held out are asked about in test only, all others in train, and in control of the images of test.
SELECT a.question_id, CASE WHEN h.path IS NOT NULL AND a.split = 'test' THEN 'test'
  WHEN h.path IS NOT NULL THEN 'left_out' WHEN a.split = 'test' THEN 'control' ELSE 'train' END AS split
FROM asked AS a LEFT JOIN held_out AS h ON h.path = a.path
