-- Every name that the objects of the shard's images bear.
SELECT image_id, object_id, name
FROM names WHERE image_id BETWEEN $first AND $last
