SELECT 'VG_' || image AS image_id FROM vg_parts WHERE state = 'empty' ORDER BY image
