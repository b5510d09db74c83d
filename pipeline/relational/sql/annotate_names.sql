-- Every name an object bears, whichever of its descriptions gives it.
SELECT DISTINCT image_id, object_id, name FROM (
  SELECT image_id, object_id, name FROM described
  UNION ALL
  SELECT raw_names.image_id, coalesce(merged.object_id, raw_names.object_id) AS object_id, name
  FROM raw_names
  JOIN owners ON owners.image_id = raw_names.image_id AND owners.input = raw_names.input
  LEFT JOIN merged ON merged.image_id = raw_names.image_id AND merged.old_id = raw_names.object_id
  WHERE raw_names.image_id BETWEEN $first AND $last
) AS borne
WHERE name <> ''
