-- Every name by which a clause could mean each object: its own, what its names hold, and those of its
-- synsets and of what they are kinds of.
SELECT image_id, object_id, name FROM shard_names
UNION
SELECT n.image_id, n.object_id, t.target AS name
FROM shard_names AS n JOIN target_names AS t ON t.name = n.name
UNION
SELECT k.image_id, k.object_id, t.target AS name
FROM keys AS k JOIN target_keys AS t ON t.key = k.key
WHERE k.image_id BETWEEN $first AND $last
