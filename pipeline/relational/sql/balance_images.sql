-- Each image asked about, with its questions, numbered.
SELECT image_id, questions, CAST(row_number() OVER (ORDER BY image_id) AS INTEGER) AS number
FROM (SELECT image_id, CAST(count(*) AS INTEGER) AS questions FROM questions GROUP BY image_id) AS images
