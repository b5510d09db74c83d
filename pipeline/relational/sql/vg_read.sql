-- What the descriptions say. `regular` ones say all that a description must; the reader in Python looks at the
-- others. `vg_names` has what each written name comes to, empty if nothing, and the synset it stands for.
SELECT
  place, 'VG_' || image AS image_id, CAST(object_id AS VARCHAR) AS object_id,
  CASE WHEN first.name <> '' THEN first.name ELSE second.name END AS name,
  CASE WHEN first.name <> '' AND second.name NOT IN ('', first.name) THEN second.name ELSE '' END AS other_name,
  CASE WHEN told.synset IS NOT NULL THEN told.synset WHEN first.synset <> '' THEN first.synset
    ELSE coalesce(second.synset, '') END AS key,
  CAST(greatest(x, 0) AS INTEGER) AS x, CAST(greatest(y, 0) AS INTEGER) AS y,
  CAST(w + least(x, 0) AS INTEGER) AS w, CAST(h + least(y, 0) AS INTEGER) AS h,
  merged,
  coalesce(object_id IS NOT NULL AND len(names) <= 2 AND (first.name <> '' OR second.name <> '')
    AND w + least(x, 0) > 0 AND h + least(y, 0) > 0
    AND x = round(x) AND y = round(y) AND w = round(w) AND h = round(h)
    AND coalesce(list_count(merged) = len(merged), true), false) AS regular
FROM (
  SELECT place, image,
    coalesce(thing.object_id, thing.id) AS object_id,
    coalesce(thing.names, thing.object_names, [thing.name]) AS names,
    nullif(thing.synsets[1], '') AS synset,
    CASE WHEN abs(thing.x) <= $largest THEN thing.x END AS x,
    CASE WHEN abs(thing.y) <= $largest THEN thing.y END AS y,
    CASE WHEN abs(thing.w) <= $largest THEN thing.w END AS w,
    CASE WHEN abs(thing.h) <= $largest THEN thing.h END AS h,
    thing.merged_object_ids AS merged
  FROM vg_things
) AS told
LEFT JOIN vg_names AS first ON first.written = told.names[1]
LEFT JOIN vg_names AS second ON second.written = told.names[2]
