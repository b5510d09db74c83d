-- The objects that are in their image.
SELECT image_id, object_id, name, key, x, y, w, h FROM chosen WHERE NOT outside
