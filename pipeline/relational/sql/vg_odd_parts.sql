SELECT 'VG_' || image AS image_id, part
FROM vg_parts JOIN vg_odd ON vg_odd.place = vg_parts.file_row_number
ORDER BY file_row_number
