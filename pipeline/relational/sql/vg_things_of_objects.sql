-- Every description of an object in a list of objects.
SELECT file_row_number AS place, image, part AS thing FROM vg_parts WHERE part IS NOT NULL
