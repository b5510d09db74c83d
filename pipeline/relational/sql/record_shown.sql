-- What the images of the shard give to their records.
SELECT
  row_number() OVER (ORDER BY i.image_id) - 1 AS place, i.image_id, md5(i.image_id) AS image_hash, i.source,
  i.url AS image_url, i.width, i.height, s.part AS split
FROM images AS i
JOIN split AS s ON s.image_id = i.image_id AND s.image_id BETWEEN $first AND $last
WHERE i.image_id BETWEEN $first AND $last
