-- Things that may stand in a clause, with "the" where the image has only one of that name.
SELECT
  o.image_id, o.object_id AS target_id, o.name AS target_name, o.x, o.y, o.w, o.h,
  f.kind AS target_kind, f.verb_number,
  CASE WHEN EXISTS (
    SELECT 1 FROM shard_objects AS other
    WHERE other.image_id = o.image_id AND other.name = o.name AND other.object_id <> o.object_id
      AND NOT coalesce(
        greatest(0, least(o.x + o.w, other.x + other.w) - greatest(o.x, other.x))
          * greatest(0, least(o.y + o.h, other.y + other.h) - greatest(o.y, other.y)) * (1 + $same_iou)
        >= $same_iou * (o.w * o.h + other.w * other.h), FALSE))
    THEN f.one_of ELSE f.only_one END AS target_phrase
FROM shard_objects AS o
JOIN name_forms AS f ON f.name = o.name AND f.target
