-- Questions by how many filters they pass, images by the most that any of their questions passes.
SELECT q.passed, q.questions, coalesce(i.images, 0), q.balanced
FROM (
  SELECT passed, count(*) AS questions, sum(CASE WHEN was_balanced THEN 1 ELSE 0 END) AS balanced
  FROM judged GROUP BY passed
) AS q
LEFT JOIN (
  SELECT passed, count(*) AS images
  FROM (SELECT image_id, max(passed) AS passed FROM judged GROUP BY image_id) AS furthest
  GROUP BY passed
) AS i ON i.passed = q.passed
ORDER BY q.passed
