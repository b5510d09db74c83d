-- Candidates with each clause that could describe them, be its thing the only one of its name or not, and how many
-- other things their noun fits. A clause about a background is for telling things apart only, and none tells a
-- thing from a crowd. What a pair says holds for names, or for what things of that name are.
SELECT
  c.image_id, c.object_id, c.key, c.noun_id, c.noun_rank, c.area, c.x, c.y, c.w, c.h,
  r.predicate, r.role, m.manner, target.target_id, target.target_name, target.definite,
  target.x AS target_x, target.y AS target_y, target.w AS target_w, target.h AS target_h,
  f.prefix || target.target_phrase || f.suffix AS clause, pair.rank, c.rivals > 0 AS selects
FROM (
  SELECT *, name AS said FROM shard_candidates WHERE name <> name_kind
  UNION ALL
  SELECT *, name_kind AS said FROM shard_candidates
) AS c
JOIN shard_relations AS r ON r.image_id = c.image_id AND r.object_id = c.object_id
JOIN (
  SELECT *, target_name AS said FROM shard_nameable WHERE target_name <> target_kind
  UNION ALL
  SELECT *, target_kind AS said FROM shard_nameable
) AS target ON target.image_id = r.image_id AND target.target_id = r.target_id
JOIN shard_manners AS m ON m.predicate = r.predicate AND m.role = r.role
JOIN clause_forms AS f
  ON f.predicate = r.predicate AND f.role = r.role AND f.number = target.verb_number
JOIN clause_pairs AS pair ON pair.predicate = r.predicate AND pair.role = r.role
  AND pair.own = c.said AND pair.other = target.said
WHERE target.target_name <> c.name
  AND c.rivals < $crowd
  AND (c.rivals > 0 OR NOT (pair.background OR $needed_clauses))
