-- What one round leaves: the classes that stay, and the first questions of those that do in part. What is random is drawn
-- for them only.
SELECT b.question_id, b.image, b.questions, b.answer, b.kind
FROM balancing AS b
JOIN classes AS c ON c.answer = b.answer AND c.kind = b.kind AND c.questions = b.questions AND c.stays
UNION ALL
SELECT question_id, image, questions, answer, kind
FROM (
  SELECT *, row_number() OVER (PARTITION BY answer ORDER BY share, questions, drawn, question_id) AS place
  FROM (
    SELECT *, (
      2 * (before + row_number() OVER (PARTITION BY answer, kind, questions ORDER BY drawn, question_id)) - 1
    ) / CAST(2 * of_kind AS DOUBLE) AS share
    FROM (
      SELECT b.*, c.before, c.of_kind, c.wanted,
        substr(md5(md5($seed) || md5('balance') || md5(b.question_id)), 1, 12) AS drawn
      FROM balancing AS b
      JOIN classes AS c ON c.answer = b.answer AND c.kind = b.kind AND c.questions = b.questions AND NOT c.stays
    ) AS near_target
  ) AS shared
) AS placed
WHERE place <= wanted
