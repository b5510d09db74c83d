-- Candidates with each clause that could describe them, be its thing the only one of its name or not, and how many
-- other things their noun fits. A clause about a background is for telling things apart only, and none tells a
-- thing from a crowd. What a pair says holds for names, or for what things of that name are.
SELECT
  c.image_id, c.object_id, c.key, c.item, c.concept_id, c.noun_id, c.noun_rank, c.area, c.x, c.y, c.w, c.h,
  r.predicate, r.role, m.manner, target.target_id, target.target_name, target.definite,
  target.x AS target_x, target.y AS target_y, target.w AS target_w, target.h AS target_h,
  f.prefix || target.target_phrase || f.suffix AS clause, pair.rank, c.rivals > 0 AS selects
FROM shard_candidates AS c
JOIN shard_relations AS r ON r.image_id = c.image_id AND r.object_id = c.object_id
JOIN shard_nameable AS target ON target.image_id = r.image_id AND target.target_id = r.target_id
JOIN shard_manners AS m ON m.predicate = r.predicate AND m.role = r.role
JOIN clause_forms AS f
  ON f.predicate = r.predicate AND f.role = r.role AND f.number = target.verb_number
JOIN (VALUES (FALSE), (TRUE)) AS own (named) ON NOT own.named OR c.name <> c.name_kind
JOIN (VALUES (FALSE), (TRUE)) AS other (named) ON NOT other.named OR target.target_name <> target.target_kind
JOIN clause_pairs AS pair ON pair.predicate = r.predicate AND pair.role = r.role
  AND pair.own = CASE WHEN own.named THEN c.name ELSE c.name_kind END
  AND pair.other = CASE WHEN other.named THEN target.target_name ELSE target.target_kind END
WHERE target.target_name <> c.name
  AND c.rivals < $crowd
  AND (c.rivals > 0 OR NOT (pair.background OR $needed_clauses))
