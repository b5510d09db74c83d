-- The same relations of the rivals that a clause might describe.
SELECT r.image_id, r.role, r.object_id, r.target_id, r.predicate
FROM shard_related AS r JOIN shard_contested AS o ON o.image_id = r.image_id AND o.object_id = r.object_id
UNION
SELECT image_id, 'subject' AS role, object_id, target_id, predicate FROM shard_rival_sides WHERE is_clear
