-- Every photo with its category: its two most frequent answers among those that make up a fixed share of
-- all answers, joined; empty if it has none (ReasonVQA, section 3.4).
SELECT p.photo, coalesce(one.answer, '') || coalesce(' + ' || two.answer, '') AS category
FROM (SELECT DISTINCT photo FROM asked_photos) AS p
LEFT JOIN first_given AS f ON f.photo = p.photo
LEFT JOIN (
  SELECT g.photo, max(g.score) AS score
  FROM given AS g JOIN first_given AS f ON f.photo = g.photo AND g.score < f.score
  GROUP BY g.photo
) AS s ON s.photo = p.photo
LEFT JOIN frequent AS one ON one.place = 1000000000 - f.score % 1000000000
LEFT JOIN frequent AS two ON two.place = 1000000000 - s.score % 1000000000
