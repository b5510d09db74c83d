SELECT image_id, object_id, name, key, x, y, w, h, CAST($origin AS INTEGER) AS origin, CAST($input AS INTEGER) AS input
FROM vg_read WHERE NOT EXISTS (SELECT 1 FROM vg_odd WHERE vg_odd.place = vg_read.place)
