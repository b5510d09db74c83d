-- The annotated relations seen from both ends: the thing described, the other thing, and the lexicon's predicate.
SELECT r.image_id, e.role, p.predicate,
  CASE WHEN e.role = 'subject' THEN r.subject_id ELSE r.object_id END AS object_id,
  CASE WHEN e.role = 'subject' THEN r.object_id ELSE r.subject_id END AS target_id
FROM relations AS r
JOIN predicates AS p ON p.raw = r.predicate
CROSS JOIN (SELECT 'subject' AS role UNION ALL SELECT 'object') AS e
WHERE r.image_id BETWEEN $first AND $last
