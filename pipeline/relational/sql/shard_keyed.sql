-- The keys of the things of an image, with each name that a clause about the image might speak of.
SELECT k.image_id, k.object_id, k.key, s.name
FROM keys AS k JOIN shard_spoken AS s ON s.image_id = k.image_id
WHERE k.image_id BETWEEN $first AND $last
