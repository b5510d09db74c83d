-- Everything that could be called by each noun: by any of its synsets, or by a word of any of its names.
SELECT o.image_id, o.object_id, c.noun_id, o.x, o.y, o.w, o.h
FROM shard_objects AS o
JOIN keys AS k ON k.image_id = o.image_id AND k.object_id = o.object_id
JOIN callable_keys AS c ON c.key = k.key
UNION
SELECT o.image_id, o.object_id, c.noun_id, o.x, o.y, o.w, o.h
FROM shard_objects AS o
JOIN shard_names AS n ON n.image_id = o.image_id AND n.object_id = o.object_id
JOIN callable_names AS c ON c.name = n.name
