-- The routes whose answers have at least one wrong option.
SELECT route_id FROM routes
WHERE option_key IN (SELECT option_key FROM options WHERE n_distractors > 0)
