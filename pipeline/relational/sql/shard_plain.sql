-- Objects that their noun alone picks out: nothing else in the image could be called by it.
SELECT image_id, object_id, key, item, concept_id, noun_id, area, x, y, w, h FROM (
  SELECT *, row_number() OVER (PARTITION BY image_id, object_id ORDER BY noun_rank) AS place
  FROM shard_candidates AS c
  WHERE NOT EXISTS (
    SELECT 1 FROM shard_rivals AS r
    WHERE r.image_id = c.image_id AND r.object_id = c.object_id AND r.noun_id = c.noun_id)
) AS alone WHERE place = 1
