-- The rivals of what a clause is about, each with the clause that might describe it as well.
SELECT DISTINCT c.image_id, r.rival_id AS object_id, r.x, r.y, r.w, r.h, c.noun_id, c.manner, c.target_name
FROM shard_clauses AS c
JOIN shard_rivals AS r
  ON r.image_id = c.image_id AND r.object_id = c.object_id AND r.noun_id = c.noun_id
