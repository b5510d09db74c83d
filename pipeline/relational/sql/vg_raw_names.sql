SELECT image_id, object_id, other_name AS name, CAST($input AS INTEGER) AS input
FROM vg_read
WHERE other_name <> '' AND NOT EXISTS (SELECT 1 FROM vg_odd WHERE vg_odd.place = vg_read.place)
