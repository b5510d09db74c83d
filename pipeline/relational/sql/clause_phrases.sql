-- Each noun with each clause.
SELECT DISTINCT q.noun_id, q.clause, n.before_clause || q.clause || n.after_clause AS phrase
FROM worded_questions AS q
JOIN noun_forms AS n ON n.noun_id = q.noun_id
WHERE q.clause <> ''
ORDER BY q.noun_id, q.clause
