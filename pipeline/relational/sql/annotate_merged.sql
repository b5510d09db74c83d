-- Where an object id went at last. An id merged twice goes one way, and one that is still its own object
-- stays; ids merged into each other in a ring all go to the smallest of them.
WITH RECURSIVE steps AS (
  SELECT raw_merged.image_id, old_id, min(raw_merged.object_id) AS object_id
  FROM raw_merged
  JOIN owners ON owners.image_id = raw_merged.image_id AND owners.input = raw_merged.input
  WHERE old_id <> raw_merged.object_id
  GROUP BY raw_merged.image_id, old_id
),
reached AS (
  SELECT image_id, old_id, object_id FROM steps
  UNION
  SELECT reached.image_id, reached.old_id, steps.object_id
  FROM reached JOIN steps ON steps.image_id = reached.image_id AND steps.old_id = reached.object_id
),
last AS (
  -- What is reached and goes on to nothing; in a ring everything goes on.
  SELECT reached.* FROM reached
  ANTI JOIN steps ON steps.image_id = reached.image_id AND steps.old_id = reached.object_id
),
rings AS (
  SELECT image_id, old_id, min(object_id) AS object_id FROM reached
  WHERE NOT EXISTS (SELECT 1 FROM last WHERE last.image_id = reached.image_id AND last.old_id = reached.old_id)
  GROUP BY image_id, old_id
)
SELECT image_id, old_id, object_id FROM last
UNION ALL
SELECT image_id, old_id, object_id FROM rings WHERE old_id <> object_id
