-- Each noun with each clause.
SELECT q.noun_id, q.clause, min(n.before_clause || q.clause || n.after_clause) AS phrase, min(q.question_id) AS example
FROM worded_questions AS q
JOIN noun_forms AS n ON n.noun_id = q.noun_id
WHERE q.clause <> ''
GROUP BY q.noun_id, q.clause
ORDER BY q.noun_id, q.clause
