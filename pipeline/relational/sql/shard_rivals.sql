-- For each linked thing and noun, the other things of the image that the noun fits as well. Two boxes that
-- cover each other for the most part are the same thing, annotated twice.
SELECT a.image_id, a.object_id, a.noun_id, b.object_id AS rival_id, b.x, b.y, b.w, b.h
FROM (
  SELECT t.* FROM shard_things AS t
  JOIN shard_linked AS l ON l.image_id = t.image_id AND l.object_id = t.object_id AND l.noun_id = t.noun_id
) AS a
JOIN shard_things AS b
  ON b.image_id = a.image_id AND b.noun_id = a.noun_id AND b.object_id <> a.object_id
WHERE NOT coalesce(
  (1 + $same_iou) * greatest(0, least(a.x + a.w, b.x + b.w) - greatest(a.x, b.x))
    * greatest(0, least(a.y + a.h, b.y + b.h) - greatest(a.y, b.y))
  >= $same_iou * a.w * a.h + $same_iou * b.w * b.h, FALSE)
