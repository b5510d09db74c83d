-- Every photo with its category: its two most frequent answers among those that make up a fixed share of
-- all answers, joined; empty if it has none (ReasonVQA, section 3.4).
SELECT photo,
  coalesce(max(CASE WHEN place = 1 THEN answer END), '')
    || coalesce(' + ' || max(CASE WHEN place = 2 THEN answer END), '') AS category
FROM (
  SELECT i.photo, a.answer, row_number() OVER (
    PARTITION BY i.photo ORDER BY CASE WHEN a.answer IS NULL THEN 1 ELSE 0 END, sum(a.questions) DESC, max(a.n) DESC, a.answer
  ) AS place
  FROM given AS a
  JOIN images AS i ON i.image_id = a.image_id
  GROUP BY i.photo, a.answer
) AS ranked
GROUP BY photo
