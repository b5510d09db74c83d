-- Equal questions with equal answers on at most so many images.
SELECT * FROM (
  SELECT *, row_number() OVER (
    PARTITION BY question, answer ORDER BY md5($seed || ':repeats:' || question_id), question_id
  ) AS repeat_place
  FROM drawn_questions
) AS ranked
