-- Things that may stand in a clause: large enough to be seen, and the only one in the image that could be called
-- so, or one that takes "the" nonetheless ("the grass").
SELECT image_id, target_id, target_name, x, y, w, h, target_kind, verb_number, target_phrase FROM (
  SELECT
    o.image_id, o.object_id AS target_id, o.name AS target_name, o.x, o.y, o.w, o.h,
    f.kind AS target_kind, f.verb_number, f.only_one AS target_phrase, f.one_of = f.only_one AS definite,
    EXISTS (
      SELECT 1 FROM shard_called AS named
      JOIN shard_objects AS other ON other.image_id = named.image_id AND other.object_id = named.object_id
      WHERE named.image_id = o.image_id AND named.name = o.name AND named.object_id <> o.object_id
        AND NOT coalesce(
          (1 + $same_iou) * greatest(0, least(o.x + o.w, other.x + other.w) - greatest(o.x, other.x))
            * greatest(0, least(o.y + o.h, other.y + other.h) - greatest(o.y, other.y))
          >= $same_iou * o.w * o.h + $same_iou * other.w * other.h, FALSE))
      AS several
  FROM shard_objects AS o
  JOIN name_forms AS f ON f.name = o.name AND f.target
  LEFT JOIN shard_sizes AS s ON s.image_id = o.image_id AND s.object_id = o.object_id
  WHERE coalesce(s.share >= $least_area, TRUE)
) AS visible
WHERE definite OR NOT several
