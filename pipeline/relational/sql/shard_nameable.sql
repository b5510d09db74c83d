-- Things that may stand in a clause if nothing else is called so: large enough to be seen. Those that are
-- `definite` may in any case ("the grass").
SELECT
  o.image_id, o.object_id AS target_id, o.name AS target_name, o.x, o.y, o.w, o.h,
  f.kind AS target_kind, f.verb_number, f.only_one AS target_phrase, f.one_of = f.only_one AS definite
FROM shard_objects AS o
JOIN name_forms AS f ON f.name = o.name AND f.target
WHERE coalesce(o.share >= $least_area, TRUE)
