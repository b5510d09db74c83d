-- Every name of which a clause might speak, by image.
SELECT DISTINCT image_id, target_name AS name FROM shard_sayable
