-- The questions that are kept, in words.
SELECT q.*, $in_words AS question, w.template, w.variant
FROM questions AS q
JOIN worded_routes AS w ON w.noun_route = q.noun_route AND w.bucket = q.bucket
