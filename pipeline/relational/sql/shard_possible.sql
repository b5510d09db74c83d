-- Every route that a referent allows. A route whose answer is the noun shown, or the name of the thing in the
-- clause, would give itself away; so does one that the noun tells ("Which country is this palazzo in?").
-- `over_share`: others of its kind are asked instead (`share` in routes.toml).
SELECT
  r.image_id, r.object_id, r.has_scene_graph, r.selects, route.route_id,
  route.edges + CASE WHEN r.has_scene_graph THEN 1 ELSE 0 END AS hops,
  position('|' || $small_noun || '|' IN route.forms) > 0
    OR (r.target_name <> '' AND position('|' || r.target_name || '|' IN route.forms) > 0)
    OR position(' ' || $small_answer || ' ' IN ' ' || $small_phrase || ' ') > 0 AS shows_answer,
  told.route_id IS NOT NULL AS given_away,
  substr(md5(md5($seed) || md5('share') || md5(r.image_id) || md5(r.object_id) || md5(route.properties)), 1, 4)
    >= route.asked_below AS over_share
FROM shard_referents AS r
JOIN routes AS route ON route.concept_id = r.concept_id
  AND position(CAST(route.edges + CASE WHEN r.has_scene_graph THEN 1 ELSE 0 END AS VARCHAR(1)) IN $hops) > 0
LEFT JOIN giveaways AS told ON told.noun_id = r.noun_id AND told.route_id = route.route_id
