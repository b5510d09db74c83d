-- Objects that one of their names says are several things.
SELECT DISTINCT o.image_id, o.object_id
FROM shard_objects AS o
JOIN shard_names AS n ON n.image_id = o.image_id AND n.object_id = o.object_id
JOIN name_forms AS f ON f.name IN (n.name, o.name) AND f.number = 'plural'
