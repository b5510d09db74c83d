-- The linked things of so many images, drawn at random, with what their images are.
SELECT o.image_id, o.object_id, o.key, i.source, i.url AS image_url, i.width, i.height
FROM objects AS o
JOIN (
  SELECT image_id, source, url, width, height FROM images ORDER BY md5(md5('bench') || md5(image_id)), image_id LIMIT $most
) AS i ON i.image_id = o.image_id
WHERE o.key IN (SELECT key FROM concepts)
ORDER BY o.image_id, o.object_id
