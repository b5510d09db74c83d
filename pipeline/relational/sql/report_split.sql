-- Questions and images of each part.
SELECT split, count(*) AS questions, count(DISTINCT image_id) AS images FROM records GROUP BY split ORDER BY split
