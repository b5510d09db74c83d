-- Objects that questions may be about: linked, one thing (not several), large enough to be seen, with each of
-- their nouns, and how many other things each noun fits.
SELECT o.*, coalesce(others.rivals, 0) AS rivals
FROM shard_linked AS o
LEFT JOIN shard_plural AS several ON several.image_id = o.image_id AND several.object_id = o.object_id
LEFT JOIN (
  SELECT image_id, object_id, noun_id, count(*) AS rivals FROM shard_rivals GROUP BY image_id, object_id, noun_id
) AS others ON others.image_id = o.image_id AND others.object_id = o.object_id AND others.noun_id = o.noun_id
WHERE several.object_id IS NULL AND coalesce(o.share >= $least_area, TRUE)
