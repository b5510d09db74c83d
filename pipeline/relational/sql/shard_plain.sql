-- Objects that their noun alone picks out: nothing else in the image could be called by it.
SELECT image_id, object_id, key, noun_id, area, x, y, w, h FROM (
  SELECT *, row_number() OVER (PARTITION BY image_id, object_id ORDER BY noun_rank) AS place
  FROM shard_candidates
  WHERE rivals = 0
) AS alone WHERE place = 1
