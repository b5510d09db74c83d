-- Relations between two different objects that are both described.
SELECT image_id, subject_id, predicate, object_id
FROM ends
WHERE subject_id <> object_id AND known
