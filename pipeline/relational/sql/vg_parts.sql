-- One row a part of each record: an object, or a relationship. A record that has no image or no list is
-- 'strange', one whose list is empty 'empty'; its part is null.
SELECT image, state, unnest(CASE WHEN state = 'full' THEN parts ELSE [NULL] END) AS part
FROM (
  SELECT coalesce(image_id, id) AS image, parts,
    CASE WHEN parts IS NULL OR coalesce(image_id, id) IS NULL THEN 'strange'
      WHEN len(parts) = 0 THEN 'empty' ELSE 'full' END AS state
  FROM vg_records
) AS records
