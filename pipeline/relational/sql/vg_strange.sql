SELECT count(*) FROM vg_parts WHERE state = 'strange' OR state = 'full' AND part IS NULL
