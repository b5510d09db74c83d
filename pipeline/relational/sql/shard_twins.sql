-- Questions with the text of another one about the same image: all but the first of equal ones.
SELECT image_id, object_id, question_id, question
FROM (
  SELECT q.image_id, q.object_id, q.question_id, q.question,
    row_number() OVER (PARTITION BY q.image_id, q.question ORDER BY q.object_id, q.question_id) AS twin
  FROM shard_asked AS q
  JOIN (
    SELECT image_id, question FROM shard_asked
    WHERE NOT shows_answer AND NOT is_nested
    GROUP BY image_id, question HAVING count(*) > 1
  ) AS equal ON equal.image_id = q.image_id AND equal.question = q.question
  WHERE NOT q.shows_answer AND NOT q.is_nested
) AS ranked
WHERE twin > 1
