-- Questions that have at least one wrong option.
SELECT q.* FROM questions AS q
WHERE q.route_id IN (SELECT route_id FROM options WHERE n_distractors > 0)
