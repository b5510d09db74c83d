-- Every thing that a clause describes, by any noun that fits it. Clauses speak of their target by name, so "on
-- the rock" describes whatever is on anything that could be called a rock.
SELECT DISTINCT t.image_id, t.noun_id, m.manner, target.name AS target_name, t.object_id
FROM shard_relations AS r
JOIN shard_manners AS m ON m.predicate = r.predicate AND m.role = r.role
JOIN shard_things AS t ON t.image_id = r.image_id AND t.object_id = r.object_id
JOIN shard_called AS target ON target.image_id = r.image_id AND target.object_id = r.target_id
UNION
SELECT s.image_id, t.noun_id, m.manner, s.target_name, s.object_id
FROM shard_sides AS s
JOIN shard_manners AS m ON m.predicate = s.predicate AND m.role = 'subject'
JOIN shard_things AS t ON t.image_id = s.image_id AND t.object_id = s.object_id
