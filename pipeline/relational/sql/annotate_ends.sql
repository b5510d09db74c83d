-- Relations under the ids of their merged objects, and how many `times` each is told; `known` where both ends
-- are in the image.
SELECT
  told.image_id, subject_id, predicate, told.object_id, times,
  subjects.object_id IS NOT NULL AND targets.object_id IS NOT NULL AS known
FROM (
  SELECT image_id, subject_id, predicate, object_id, count(*) AS times
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
  GROUP BY image_id, subject_id, predicate, object_id
) AS told
LEFT JOIN chosen AS subjects ON subjects.image_id = told.image_id
  AND subjects.object_id = told.subject_id AND NOT subjects.outside
LEFT JOIN chosen AS targets ON targets.image_id = told.image_id
  AND targets.object_id = told.object_id AND NOT targets.outside
