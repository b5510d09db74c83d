-- Which inputs speak of an image, and which of them of more than the image itself.
SELECT image_id, input, max(more) AS more FROM (
  SELECT image_id, input, 0 AS more FROM raw_images
  UNION ALL
  SELECT image_id, input, 1 AS more FROM raw_objects
  UNION ALL
  SELECT image_id, input, 1 AS more FROM raw_relations
) AS mentioned
GROUP BY image_id, input
