-- Texts asked of one image, by how often they are.
SELECT times, sum(times) AS n, min(what) AS example
FROM (
  SELECT count(*) AS times, min(image_id || ': ' || question) AS what
  FROM records GROUP BY image_id, question
) AS by_text
GROUP BY times ORDER BY times
