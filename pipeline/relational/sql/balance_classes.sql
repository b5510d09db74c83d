-- What becomes of an answer's questions in one round, by kind and by how many questions their images have: those of the
-- fullest images go first, and each kind keeps about the same share. A question's `place` in its kind, as a share of
-- the kind, times the questions of the answer, is its place in the answer to within half the number of kinds and one.
-- So all of a class stay or go, but for those near the answer's target, of which so many as are `wanted` stay.
SELECT answer, kind, questions, before, of_kind, stays,
  target - sum(CASE WHEN stays THEN n ELSE 0 END) OVER (PARTITION BY answer) AS wanted
FROM (
  SELECT *,
    target = of_answer OR of_answer * (2 * (before + n) - 1) / CAST(2 * of_kind AS DOUBLE) + 8 <= target AS stays,
    of_answer * (2 * before + 1) / CAST(2 * of_kind AS DOUBLE) - 8 > target AS goes
  FROM (
    SELECT c.answer, c.kind, c.questions, c.n, g.target,
      CAST(sum(c.n) OVER (
        PARTITION BY c.answer, c.kind ORDER BY c.questions ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS BIGINT) - c.n AS before,
      CAST(sum(c.n) OVER (PARTITION BY c.answer, c.kind) AS BIGINT) AS of_kind,
      CAST(sum(c.n) OVER (PARTITION BY c.answer) AS BIGINT) AS of_answer
    FROM (
      SELECT answer, kind, questions, count(*) AS n FROM balancing GROUP BY answer, kind, questions
    ) AS c
    JOIN goals AS g ON g.answer = c.answer AND g.round = $round
  ) AS counted
) AS judged
WHERE stays OR NOT goes
