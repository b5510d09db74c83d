-- What each clause says, without the thing it speaks of: "near", "next to". Two clauses that say the same
-- describe the same things, be it by another predicate or from the other end of a mutual relation.
SELECT predicate, role, min_by(prefix || '…' || suffix, number) AS manner
FROM clause_forms
GROUP BY predicate, role
