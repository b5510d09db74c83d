-- On which side of a possible target each candidate clearly is.
SELECT t.image_id, t.object_id, g.target_id, g.target_name, $side AS predicate
FROM (SELECT DISTINCT image_id, object_id, x, y, w, h FROM shard_candidates) AS t
JOIN shard_nameable AS g ON g.image_id = t.image_id AND g.target_id <> t.object_id
WHERE $ahead <> 0 AND $is_clear
