-- Relations between two different objects that are both described.
SELECT ends.image_id, subject_id, predicate, ends.object_id
FROM ends
JOIN objects AS subjects ON subjects.image_id = ends.image_id AND subjects.object_id = ends.subject_id
JOIN objects AS targets ON targets.image_id = ends.image_id AND targets.object_id = ends.object_id
WHERE place = 1 AND subject_id <> ends.object_id
