-- Relations under the ids of their merged objects, numbered among their equals; `known` where both ends are in
-- the image.
SELECT
  numbered.image_id, subject_id, predicate, numbered.object_id, place,
  subjects.object_id IS NOT NULL AND targets.object_id IS NOT NULL AS known
FROM (
  SELECT
    image_id, subject_id, predicate, object_id,
    row_number() OVER (PARTITION BY image_id, subject_id, predicate, object_id ORDER BY image_id) AS place
  FROM (
    SELECT
      raw_relations.image_id,
      coalesce(subjects.object_id, subject_id) AS subject_id,
      predicate,
      coalesce(targets.object_id, raw_relations.object_id) AS object_id
    FROM raw_relations
    LEFT JOIN merged AS subjects
      ON subjects.image_id = raw_relations.image_id AND subjects.old_id = raw_relations.subject_id
    LEFT JOIN merged AS targets
      ON targets.image_id = raw_relations.image_id AND targets.old_id = raw_relations.object_id
    WHERE raw_relations.image_id BETWEEN $first AND $last
      AND NOT EXISTS (SELECT 1 FROM passed_over
        WHERE passed_over.image_id = raw_relations.image_id AND passed_over.input = raw_relations.input)
  ) AS joined
) AS numbered
LEFT JOIN chosen AS subjects ON subjects.image_id = numbered.image_id
  AND subjects.object_id = numbered.subject_id AND NOT subjects.outside
LEFT JOIN chosen AS targets ON targets.image_id = numbered.image_id
  AND targets.object_id = numbered.object_id AND NOT targets.outside
