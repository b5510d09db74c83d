-- Every description of an object in a range of images, under the id that annotators merged it into. Here as
-- below, the range is said of raw tables too, so that no more of them is read.
SELECT
  raw_objects.image_id,
  coalesce(merged.object_id, raw_objects.object_id) AS object_id,
  name, key, x, y, w, h,
  -- The description of a merged object counts after that of the object it became part of.
  CASE WHEN merged.object_id IS NULL THEN origin ELSE origin + 10 END AS origin
FROM raw_objects
LEFT JOIN merged ON merged.image_id = raw_objects.image_id AND merged.old_id = raw_objects.object_id
WHERE raw_objects.image_id BETWEEN $first AND $last
  AND NOT EXISTS (SELECT 1 FROM passed_over
    WHERE passed_over.image_id = raw_objects.image_id AND passed_over.input = raw_objects.input)
