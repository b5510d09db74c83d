-- Candidates with each clause that could describe them.
SELECT
  c.image_id, c.object_id, c.key, c.item, c.concept_id, c.noun_id, c.noun_rank, c.x, c.y, c.w, c.h,
  r.predicate, r.role, m.manner, target.target_id, target.target_name,
  target.x AS target_x, target.y AS target_y, target.w AS target_w, target.h AS target_h,
  f.prefix || target.target_phrase || f.suffix AS clause, target.several
FROM shard_candidates AS c
JOIN shard_relations AS r ON r.image_id = c.image_id AND r.object_id = c.object_id
JOIN shard_targets AS target ON target.image_id = r.image_id AND target.target_id = r.target_id
JOIN shard_manners AS m ON m.predicate = r.predicate AND m.role = r.role
JOIN clause_forms AS f
  ON f.predicate = r.predicate AND f.role = r.role AND f.number = target.verb_number
JOIN clause_kinds AS own
  ON own.predicate = r.predicate AND own.role = r.role AND own.kind = c.name_kind AND own.own
JOIN clause_kinds AS others
  ON others.predicate = r.predicate AND others.role = r.role AND others.kind = target.target_kind AND NOT others.own
WHERE target.target_name <> c.name
