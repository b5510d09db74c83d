-- Every linking key an object bears.
SELECT DISTINCT image_id, object_id, key FROM described WHERE key <> ''
