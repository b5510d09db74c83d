-- The keys of what a name of which a clause might speak is said of.
SELECT s.image_id, s.name, t.key FROM shard_spoken AS s JOIN target_keys AS t ON t.target = s.name
