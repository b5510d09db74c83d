-- Things that no question is about, and routes left out: one row a thing.
SELECT 'questions' AS stage, image_id AS origin, object_id AS place, 'referent_ambiguous' AS code,
  min(name) || ' as ' || min(noun_id) AS detail
FROM shard_candidates AS c
WHERE NOT EXISTS (
  SELECT 1 FROM shard_referents AS r WHERE r.image_id = c.image_id AND r.object_id = c.object_id)
GROUP BY image_id, object_id
UNION ALL
SELECT 'questions', o.image_id, o.object_id, 'several_things', o.name
FROM shard_objects AS o JOIN name_forms AS f ON f.name = o.name
WHERE f.number = 'plural'
UNION ALL
SELECT 'questions', image_id, object_id, 'shows_answer', count(*) || ' routes'
FROM shard_possible WHERE shows_answer GROUP BY image_id, object_id
