-- Every route that a referent allows. A route whose answer is the noun shown, or the name of the thing in the
-- clause, would give itself away; so does one that the noun tells ("Which country is this palazzo in?").
-- `over_share`: others of its kind are asked instead (`share` in routes.toml).
SELECT
  r.referent, r.image_id, r.object_id, r.has_scene_graph, r.thing_hash, route.noun_route, route.route_id,
  route.route_hash, route.edges + CASE WHEN r.has_scene_graph THEN 1 ELSE 0 END AS hops,
  route.shows_noun OR CASE WHEN r.has_scene_graph
    THEN (r.target_name <> '' AND position('|' || r.target_name || '|' IN route.forms) > 0)
      OR position(' ' || route.small_answer || ' ' IN ' ' || $small_phrase || ' ') > 0
    ELSE route.shows_alone END AS shows_answer,
  route.given_away,
  CASE WHEN route.asked_below = 'g' THEN FALSE ELSE
    substr(md5(md5($seed) || md5('share') || r.thing_hash || route.properties_hash), 1, 4) >= route.asked_below
  END AS over_share
FROM shard_referents AS r
JOIN shard_routes AS route ON route.key = r.key AND route.noun_id = r.noun_id
  AND position(CAST(route.edges + CASE WHEN r.has_scene_graph THEN 1 ELSE 0 END AS VARCHAR(1)) IN $hops) > 0
