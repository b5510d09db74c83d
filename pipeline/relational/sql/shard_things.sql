-- Everything that could be called by each noun: by any of its synsets, or by a word of any of its names.
SELECT o.image_id, o.object_id, called.noun_id, o.x, o.y, o.w, o.h
FROM (
  SELECT k.image_id, k.object_id, c.noun_id
  FROM keys AS k JOIN callable_keys AS c ON c.key = k.key
  WHERE k.image_id BETWEEN $first AND $last
  UNION
  SELECT n.image_id, n.object_id, c.noun_id
  FROM shard_names AS n JOIN callable_names AS c ON c.name = n.name
) AS called
JOIN shard_objects AS o ON o.image_id = called.image_id AND o.object_id = called.object_id
