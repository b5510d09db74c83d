-- Relations seen from both ends: the thing described, the other thing, and the lexicon's predicate; and those
-- that follow from the boxes.
SELECT r.image_id, 'subject' AS role, r.subject_id AS object_id, r.object_id AS target_id, p.predicate
FROM relations AS r JOIN predicates AS p ON p.raw = r.predicate
WHERE r.image_id BETWEEN $first AND $last
UNION
SELECT r.image_id, 'object' AS role, r.object_id, r.subject_id AS target_id, p.predicate
FROM relations AS r JOIN predicates AS p ON p.raw = r.predicate
WHERE r.image_id BETWEEN $first AND $last
UNION
SELECT image_id, 'subject' AS role, object_id, target_id, predicate FROM shard_sides WHERE is_clear
