-- The sound questions over the cap on equal texts with equal answers: it leaves some of them, at random.
SELECT image_id, question_id, question, answer FROM (
  SELECT q.image_id, q.question_id, q.question, q.answer, row_number() OVER (
    PARTITION BY q.question, q.answer
    ORDER BY md5(md5($seed) || md5('repeats') || md5(q.question_id)), q.question_id
  ) AS repeat_place
  FROM all_drawn AS q
  JOIN repeats AS r ON r.question = q.question AND r.answer = q.answer
  WHERE q.question_id NOT IN (SELECT question_id FROM unsound)
) AS ranked
WHERE repeat_place > $max_repeats
