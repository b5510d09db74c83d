-- The places of the routes of the shard's questions.
SELECT place FROM used_routes
