-- The keys of landmarks: things that stand for their whole image.
SELECT DISTINCT key FROM objects WHERE object_id = $landmark AND key <> '' ORDER BY key
