-- Which of the inputs an image is taken from: the first that speaks of it. With a limit, images at random.
SELECT image_id, input FROM (
  SELECT image_id, min(input) AS input,
    row_number() OVER (ORDER BY md5(md5($seed) || md5('limit') || md5(image_id)), image_id) AS place
  FROM mentions
  GROUP BY image_id
) AS drawn
WHERE $limit = 0 OR place <= $limit
