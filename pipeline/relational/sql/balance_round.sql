-- One round: of each answer above its target, the questions of the fullest images go first; each kind of hops keeps
-- about the same share.
SELECT question_id, image, answer, kind, drawn FROM (
  SELECT *, row_number() OVER (
    PARTITION BY answer
    ORDER BY (2 * place_in_kind - 1) / CAST(2 * of_kind AS DOUBLE), questions, drawn, question_id
  ) AS place
  FROM (
    SELECT
      *,
      row_number() OVER (PARTITION BY answer, kind ORDER BY questions, drawn, question_id) AS place_in_kind,
      count(*) OVER (PARTITION BY answer, kind) AS of_kind
    FROM (
      SELECT b.*, t.target, i.questions
      FROM balancing AS b
      JOIN (
        SELECT a.number, t.target FROM targets AS t
        JOIN balance_answers AS a ON a.property_id = t.property_id AND a.answer = t.answer
      ) AS t ON t.number = b.answer
      JOIN (SELECT image, count(*) AS questions FROM balancing GROUP BY image) AS i ON i.image = b.image
    ) AS counted
  ) AS placed
) AS ranked
WHERE place <= target
