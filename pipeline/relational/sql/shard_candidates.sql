-- Objects that questions may be about: linked, one thing (not several), large enough to be seen, with each of
-- their nouns.
SELECT
  o.image_id, o.object_id, o.name, o.x, o.y, o.w, o.h, c.key, c.item, c.concept_id, c.noun_id, c.noun_rank,
  behaves.kind AS name_kind, coalesce(s.area, '') AS area
FROM shard_objects AS o
JOIN concepts AS c ON c.key = o.key
JOIN name_forms AS behaves ON behaves.name = o.name
LEFT JOIN shard_sizes AS s ON s.image_id = o.image_id AND s.object_id = o.object_id
LEFT JOIN shard_plural AS several ON several.image_id = o.image_id AND several.object_id = o.object_id
WHERE several.object_id IS NULL AND coalesce(s.share >= $least_area, TRUE)
