-- The sides on which things clearly are of what a clause might name.
SELECT image_id, object_id, target_id, target_name, predicate FROM shard_placed WHERE is_clear
