-- Every thing that a clause describes, by any noun that fits it. Clauses speak of their target by name,
-- so "on a rock" describes whatever is on anything called a rock.
SELECT DISTINCT t.image_id, t.noun_id, m.manner, target.name AS target_name, t.object_id
FROM shard_relations AS r
JOIN shard_manners AS m ON m.predicate = r.predicate AND m.role = r.role
JOIN shard_things AS t ON t.image_id = r.image_id AND t.object_id = r.object_id
JOIN shard_names AS target ON target.image_id = r.image_id AND target.object_id = r.target_id
