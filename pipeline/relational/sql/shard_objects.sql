-- The objects of the shard's images.
SELECT image_id, object_id, name, key, x, y, w, h
FROM objects WHERE image_id BETWEEN $first AND $last
