-- The relations of the candidates, and those that follow from the boxes.
SELECT r.image_id, r.role, r.object_id, r.target_id, r.predicate
FROM shard_related AS r JOIN shard_candidates AS o ON o.image_id = r.image_id AND o.object_id = r.object_id
UNION
SELECT image_id, 'subject' AS role, object_id, target_id, predicate FROM shard_sides
