-- The clauses whose thing is the only one in the image that could be called so, or takes "the" nonetheless.
SELECT c.* FROM shard_sayable AS c
WHERE definite OR NOT EXISTS (
  SELECT 1 FROM shard_several AS s WHERE s.image_id = c.image_id AND s.target_id = c.target_id)
