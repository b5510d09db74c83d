-- Things that may stand in a clause, with "the" where nothing else in the image bears that name.
SELECT
  o.image_id, o.object_id AS target_id, o.name AS target_name, o.x, o.y, o.w, o.h,
  f.kind AS target_kind, f.verb_number,
  CASE WHEN several THEN f.one_of ELSE f.only_one END AS target_phrase, several
FROM (
  SELECT *, EXISTS (
    SELECT 1 FROM shard_names AS named
    JOIN shard_objects AS other ON other.image_id = named.image_id AND other.object_id = named.object_id
    WHERE named.image_id = o.image_id AND named.name = o.name AND named.object_id <> o.object_id
      AND NOT coalesce(
        (1 + $same_iou) * greatest(0, least(o.x + o.w, other.x + other.w) - greatest(o.x, other.x))
          * greatest(0, least(o.y + o.h, other.y + other.h) - greatest(o.y, other.y))
        >= $same_iou * o.w * o.h + $same_iou * other.w * other.h, FALSE))
    AS several
  FROM shard_objects AS o
) AS o
JOIN name_forms AS f ON f.name = o.name AND f.target
