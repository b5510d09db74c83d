-- The sound questions over the cap on equal texts with equal answers: it leaves some of them, at random.
SELECT image_id, question_id, question, answer FROM (
  SELECT q.image_id, q.question_id, r.question, r.answer, row_number() OVER (
    PARTITION BY r.question, r.answer
    ORDER BY md5(md5($seed) || md5('repeats') || md5(q.question_id)), q.question_id
  ) AS repeat_place
  FROM drawn AS q
  JOIN repeats AS r ON r.noun_route = q.noun_route AND r.bucket = q.bucket AND r.own_question = q.own_question
  WHERE NOT EXISTS (SELECT 1 FROM unsound AS u WHERE u.question_id = q.question_id)
) AS ranked
WHERE repeat_place > $max_repeats
