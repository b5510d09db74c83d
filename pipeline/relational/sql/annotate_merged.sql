-- Where an object id went at last. An id merged twice goes one way, and one that is still its own object
-- stays; ids merged into each other in a ring all go to the smallest of them. Each of the tables below
-- goes twice as many steps as the one before; `low` is the smallest id on the way.
WITH steps1 AS (
  SELECT raw_merged.image_id, old_id, min(raw_merged.object_id) AS object_id, min(raw_merged.object_id) AS low
  FROM raw_merged
  JOIN owners ON owners.image_id = raw_merged.image_id AND owners.input = raw_merged.input
  WHERE old_id <> raw_merged.object_id
  GROUP BY raw_merged.image_id, old_id
),
steps2 AS (
  SELECT near.image_id, near.old_id, coalesce(far.object_id, near.object_id) AS object_id,
    least(near.low, coalesce(far.low, near.low)) AS low
  FROM steps1 AS near
  LEFT JOIN steps1 AS far ON far.image_id = near.image_id AND far.old_id = near.object_id
),
steps4 AS (
  SELECT near.image_id, near.old_id, coalesce(far.object_id, near.object_id) AS object_id,
    least(near.low, coalesce(far.low, near.low)) AS low
  FROM steps2 AS near
  LEFT JOIN steps2 AS far ON far.image_id = near.image_id AND far.old_id = near.object_id
),
steps8 AS (
  SELECT near.image_id, near.old_id, coalesce(far.object_id, near.object_id) AS object_id,
    least(near.low, coalesce(far.low, near.low)) AS low
  FROM steps4 AS near
  LEFT JOIN steps4 AS far ON far.image_id = near.image_id AND far.old_id = near.object_id
),
steps16 AS (
  SELECT near.image_id, near.old_id, coalesce(far.object_id, near.object_id) AS object_id,
    least(near.low, coalesce(far.low, near.low)) AS low
  FROM steps8 AS near
  LEFT JOIN steps8 AS far ON far.image_id = near.image_id AND far.old_id = near.object_id
)
SELECT gone.image_id, gone.old_id, coalesce(ring.low, gone.object_id) AS object_id
FROM steps16 AS gone
LEFT JOIN steps16 AS ring ON ring.image_id = gone.image_id AND ring.old_id = gone.object_id
WHERE coalesce(ring.low, gone.object_id) <> gone.old_id
