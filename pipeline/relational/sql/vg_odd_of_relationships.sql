SELECT place FROM vg_read WHERE NOT regular
UNION
SELECT file_row_number AS place FROM vg_parts
WHERE part IS NOT NULL AND (coalesce(trim(part.predicate), '') = ''
  OR part.subject IS NULL AND part.subject_id IS NULL OR part.object IS NULL AND part.object_id IS NULL)
