-- What the tables leave out.
SELECT 'annotate' AS stage, image_id AS origin, 'relation of ' || subject_id || ' to ' || object_id AS place,
  CASE WHEN place > 1 THEN 'relation_repeated' WHEN subject_id = object_id THEN 'relation_to_itself'
  ELSE 'relation_end_unknown' END AS code,
  predicate AS detail
FROM ends
WHERE place > 1 OR subject_id = object_id
  OR NOT EXISTS (SELECT 1 FROM objects
    WHERE objects.image_id = ends.image_id AND objects.object_id = ends.subject_id)
  OR NOT EXISTS (SELECT 1 FROM objects
    WHERE objects.image_id = ends.image_id AND objects.object_id = ends.object_id)
UNION ALL
SELECT DISTINCT 'annotate', later.image_id, '', 'image_in_earlier_input', ''
FROM (
  SELECT image_id, input FROM raw_objects WHERE image_id BETWEEN $first AND $last
  UNION ALL
  SELECT image_id, input FROM raw_relations WHERE image_id BETWEEN $first AND $last
) AS later
JOIN owners ON owners.image_id = later.image_id
WHERE later.input > owners.input
UNION ALL
SELECT DISTINCT 'annotate', image_id, 'object ' || object_id, 'box_outside_image', ''
FROM described
WHERE NOT EXISTS (SELECT 1 FROM objects
  WHERE objects.image_id = described.image_id AND objects.object_id = described.object_id)
UNION ALL
SELECT 'annotate', image_id, '', 'image_without_objects', ''
FROM images
WHERE image_id IN (SELECT image_id FROM owners) AND image_id NOT IN (SELECT image_id FROM objects)
