-- Equal questions with equal answers in random order, with the number of them.
SELECT * FROM (
  SELECT *, count(*) OVER (PARTITION BY question, answer) AS repeats, row_number() OVER (
    PARTITION BY question, answer
    ORDER BY md5(md5($seed) || md5('repeats') || md5(question_id)), question_id
  ) AS repeat_place
  FROM drawn_questions
) AS ranked
