-- One round: of each answer above its target, the questions of the fullest images go first; each kind of hops keeps
-- about the same share.
SELECT question_id, image, answer, kind, drawn FROM (
  SELECT *, row_number() OVER (
    PARTITION BY answer
    ORDER BY (2 * place_in_kind - 1) / CAST(2 * of_kind AS DOUBLE), questions, drawn, question_id
  ) AS place
  FROM (
    SELECT b.*, g.target,
      row_number() OVER (PARTITION BY b.answer, b.kind ORDER BY b.questions, b.drawn, b.question_id) AS place_in_kind,
      count(*) OVER (PARTITION BY b.answer, b.kind) AS of_kind
    FROM balancing AS b JOIN goals AS g ON g.answer = b.answer AND g.round = $round
  ) AS placed
) AS ranked
WHERE place <= target
