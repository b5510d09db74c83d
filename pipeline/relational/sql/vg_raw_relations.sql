SELECT 'VG_' || image AS image_id,
  CAST(coalesce(part.subject.object_id, part.subject.id, part.subject_id) AS VARCHAR) AS subject_id,
  part.predicate AS predicate,
  CAST(coalesce(part.object.object_id, part.object.id, part.object_id) AS VARCHAR) AS object_id,
  CAST($input AS INTEGER) AS input
FROM vg_parts
WHERE part IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vg_odd WHERE vg_odd.place = vg_parts.file_row_number)
