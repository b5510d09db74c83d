-- Objects that one of their names says are several things.
SELECT DISTINCT n.image_id, n.object_id
FROM shard_names AS n
JOIN name_forms AS f ON f.name = n.name AND f.number = 'plural'
JOIN shard_objects AS o ON o.image_id = n.image_id AND o.object_id = n.object_id
