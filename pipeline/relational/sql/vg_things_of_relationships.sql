-- Every description of an object at an end of a relationship.
SELECT file_row_number AS place, image, part.subject AS thing FROM vg_parts WHERE part.subject IS NOT NULL
UNION ALL
SELECT file_row_number AS place, image, part.object AS thing FROM vg_parts WHERE part.object IS NOT NULL
