-- Every name of which a clause might speak, with the objects that it could mean: by a name of their own, by what
-- their names hold, or by what their synsets are kinds of.
SELECT n.image_id, n.object_id, n.name
FROM shard_names AS n JOIN shard_spoken AS s ON s.image_id = n.image_id AND s.name = n.name
UNION
SELECT n.image_id, n.object_id, t.target AS name
FROM shard_names AS n
JOIN target_names AS t ON t.name = n.name
JOIN shard_spoken AS s ON s.image_id = n.image_id AND s.name = t.target
UNION
SELECT k.image_id, k.object_id, k.name
FROM shard_keyed AS k JOIN target_keys AS t ON t.target = k.name AND t.key = k.key
