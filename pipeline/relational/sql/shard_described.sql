-- The rivals that a clause does describe. Clauses speak of their target by name, so "on the rock" describes
-- whatever is on anything that could be called a rock.
SELECT DISTINCT c.image_id, c.noun_id, c.manner, c.target_name, c.object_id
FROM shard_contested AS c
JOIN shard_rival_relations AS r ON r.image_id = c.image_id AND r.object_id = c.object_id
JOIN shard_manners AS m ON m.predicate = r.predicate AND m.role = r.role AND m.manner = c.manner
JOIN shard_called AS target
  ON target.image_id = r.image_id AND target.object_id = r.target_id AND target.name = c.target_name
UNION
SELECT c.image_id, c.noun_id, c.manner, c.target_name, c.object_id
FROM shard_contested AS c
JOIN shard_rival_sides AS s
  ON s.image_id = c.image_id AND s.object_id = c.object_id AND s.target_name = c.target_name
JOIN shard_manners AS m ON m.predicate = s.predicate AND m.role = 'subject' AND m.manner = c.manner
