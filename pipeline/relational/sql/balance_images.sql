-- Each image asked about, numbered.
SELECT image_id, row_number() OVER (ORDER BY image_id) AS number
FROM (SELECT DISTINCT image_id FROM questions) AS images
