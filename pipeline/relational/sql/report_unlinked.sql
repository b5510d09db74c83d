-- The most frequent keys without a link.
SELECT key, objects, code FROM unlinked ORDER BY objects DESC, key LIMIT 40
