-- Things that a clause cannot name, for another thing of the image could be called so too. Two boxes that cover
-- each other for the most part are the same thing, annotated twice.
SELECT DISTINCT o.image_id, o.target_id
FROM (
  SELECT DISTINCT image_id, target_id, target_name, target_x AS x, target_y AS y, target_w AS w, target_h AS h
  FROM shard_sayable WHERE NOT definite
) AS o
JOIN shard_called AS named
  ON named.image_id = o.image_id AND named.name = o.target_name AND named.object_id <> o.target_id
JOIN shard_objects AS other ON other.image_id = named.image_id AND other.object_id = named.object_id
WHERE NOT coalesce(
  (1 + $same_iou) * greatest(0, least(o.x + o.w, other.x + other.w) - greatest(o.x, other.x))
    * greatest(0, least(o.y + o.h, other.y + other.h) - greatest(o.y, other.y))
  >= $same_iou * o.w * o.h + $same_iou * other.w * other.h, FALSE)
