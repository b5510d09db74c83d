SELECT image_id, CAST(old_id AS VARCHAR) AS old_id, object_id, CAST($input AS INTEGER) AS input
FROM (
  SELECT image_id, object_id, unnest(merged) AS old_id
  FROM vg_read
  WHERE len(merged) > 0 AND NOT EXISTS (SELECT 1 FROM vg_odd WHERE vg_odd.place = vg_read.place)
) AS merged
