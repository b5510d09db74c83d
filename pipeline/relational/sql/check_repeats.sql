-- Texts asked of one image, by how often they are, with an example of those that are asked more than once.
SELECT times, sum(times) AS n, min(CASE WHEN times > 1 THEN image_id || ': ' || question ELSE '' END) AS example
FROM (
  SELECT image_id, question, count(*) AS times FROM records GROUP BY image_id, question
) AS by_text
GROUP BY times ORDER BY times
