-- Things that no question is about, and routes left out: one row a thing and reason.
SELECT 'questions' AS stage, image_id AS origin, object_id AS place, 'referent_ambiguous' AS code,
  min(name) || ' as ' || min(noun_id) AS detail
FROM shard_candidates AS c
WHERE NOT EXISTS (
  SELECT 1 FROM shard_referents AS r WHERE r.image_id = c.image_id AND r.object_id = c.object_id)
GROUP BY image_id, object_id
UNION ALL
SELECT 'questions', o.image_id, o.object_id, 'several_things', o.name
FROM shard_objects AS o JOIN shard_plural AS p ON p.image_id = o.image_id AND p.object_id = o.object_id
UNION ALL
SELECT 'questions', o.image_id, o.object_id, 'too_small', o.name
FROM shard_objects AS o
WHERE o.share < $least_area AND o.key IN (SELECT key FROM concepts)
UNION ALL
SELECT 'questions', image_id, object_id, 'name_unknown', name
FROM shard_objects AS o
WHERE key IN (SELECT key FROM concepts) AND name NOT IN (SELECT name FROM name_forms)
UNION ALL
SELECT 'questions', image_id, object_id, 'shows_answer', count(*) || ' routes'
FROM (
  SELECT image_id, object_id FROM shard_possible WHERE shows_answer
  UNION ALL
  SELECT image_id, object_id FROM shard_asked WHERE shows_answer
) AS shown
GROUP BY image_id, object_id
UNION ALL
SELECT 'questions', image_id, object_id, 'nested_clauses', question
FROM shard_asked WHERE is_nested AND NOT shows_answer
UNION ALL
SELECT 'questions', image_id, object_id, 'given_away', count(*) || ' routes'
FROM shard_possible WHERE given_away AND NOT shows_answer
GROUP BY image_id, object_id
UNION ALL
SELECT 'questions', image_id, object_id, 'over_quota',
  count(*) || ' routes of hops ' || hops || CASE WHEN has_scene_graph THEN ' with clause' ELSE '' END
FROM shard_possible AS p
JOIN shard_counts AS c USING (image_id, hops, has_scene_graph)
WHERE c.possible > $per_image AND NOT shows_answer AND NOT given_away AND NOT over_share AND NOT EXISTS (
  SELECT 1 FROM shard_drawn AS d WHERE d.referent = p.referent AND d.noun_route = p.noun_route)
GROUP BY image_id, object_id, hops, has_scene_graph
UNION ALL
SELECT 'questions', image_id, object_id, 'over_share', count(*) || ' routes'
FROM shard_possible
WHERE NOT shows_answer AND over_share
GROUP BY image_id, object_id
UNION ALL
SELECT 'questions', image_id, object_id, 'same_text', question FROM shard_twins
