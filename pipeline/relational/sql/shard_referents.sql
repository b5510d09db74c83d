-- What questions speak of: the noun alone, or the noun phrase with a clause; with the hash that choices about the thing
-- begin with, the bucket of its texts, and its number.
SELECT *, substr(md5(md5($seed) || md5('text') || thing_hash), 1, 1) AS bucket, md5(clause) AS clause_hash,
  row_number() OVER (ORDER BY image_id, object_id, has_scene_graph) AS referent
FROM (
SELECT
  image_id, object_id, md5(image_id) || md5(object_id) AS thing_hash, key, noun_id, FALSE AS has_scene_graph,
  '' AS noun_phrase, '' AS kind_phrase, '' AS pointing, '' AS clause, '' AS predicate, '' AS role, '' AS target_id,
  '' AS target_name, area, FALSE AS selects, x, y, w, h,
  CAST(NULL AS INTEGER) AS target_x, CAST(NULL AS INTEGER) AS target_y,
  CAST(NULL AS INTEGER) AS target_w, CAST(NULL AS INTEGER) AS target_h
FROM shard_plain
UNION ALL
SELECT
  c.image_id, c.object_id, md5(c.image_id) || md5(c.object_id) AS thing_hash, c.key, c.noun_id, TRUE AS has_scene_graph,
  n.before_clause || c.clause || n.after_clause AS noun_phrase, n.this_kind AS kind_phrase,
  n.pointing_before || c.clause || n.pointing_after AS pointing, c.clause, c.predicate, c.role, c.target_id,
  c.target_name, c.area, c.selects, c.x, c.y, c.w, c.h, c.target_x, c.target_y, c.target_w, c.target_h
FROM shard_with_clause AS c JOIN noun_forms AS n ON n.noun_id = c.noun_id
) AS spoken
