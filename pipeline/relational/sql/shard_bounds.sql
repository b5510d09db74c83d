-- The first and last image of each range of so many images.
SELECT min(image_id), max(image_id)
FROM (SELECT image_id, (row_number() OVER (ORDER BY image_id) - 1) / $size AS shard FROM images) AS numbered
GROUP BY floor(shard)
ORDER BY 1
