-- The texts and answers of more sound questions than the cap allows, and of how many; one row for each wording and
-- text with a clause that reads so.
SELECT noun_route, bucket, own_question, question, answer, repeats
FROM (
  SELECT q.noun_route, q.bucket, q.own_question, q.question, r.answer,
    CAST(sum(q.questions) OVER (PARTITION BY q.question, r.answer) AS BIGINT) AS repeats
  FROM (
    SELECT q.noun_route, q.bucket, q.own_question, q.questions, $in_words AS question
    FROM (
      SELECT noun_route, bucket, own_question, count(*) AS questions
      FROM drawn AS q WHERE NOT EXISTS (SELECT 1 FROM unsound AS u WHERE u.question_id = q.question_id)
      GROUP BY noun_route, bucket, own_question
    ) AS q
    JOIN worded_routes AS w ON w.noun_route = q.noun_route AND w.bucket = q.bucket
  ) AS q
  JOIN noun_routes AS r ON r.noun_route = q.noun_route
) AS counted
WHERE repeats > $max_repeats
