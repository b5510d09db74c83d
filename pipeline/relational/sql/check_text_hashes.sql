-- Hashes of images with texts asked of them, by how often they are.
SELECT times, sum(times) AS n
FROM (SELECT hash(image_id, question) AS text, count(*) AS times FROM records GROUP BY text) AS by_text
GROUP BY times ORDER BY times
