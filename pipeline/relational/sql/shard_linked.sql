-- Objects that are linked, with each of their nouns.
SELECT
  o.image_id, o.object_id, o.name, o.x, o.y, o.w, o.h, o.share, o.area, c.key, c.noun_id, c.noun_rank,
  behaves.kind AS name_kind
FROM shard_objects AS o
JOIN concepts AS c ON c.key = o.key
JOIN name_forms AS behaves ON behaves.name = o.name
