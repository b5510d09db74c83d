-- The annotated relations whose predicate is in the lexicon.
SELECT r.image_id, r.subject_id, r.object_id, p.predicate
FROM relations AS r JOIN predicates AS p ON p.raw = r.predicate
WHERE r.image_id BETWEEN $first AND $last
