-- What may be asked of a thing under each noun that its concept may be called by: the routes, numbered, with all that
-- questions need of them, and whether the noun alone gives the answer away. Hashes and words are made once a route.
SELECT
  CAST(row_number() OVER (ORDER BY key, noun_id, route_id) AS INTEGER) AS noun_route, key, item, noun_id, route_id,
  shape_id, property_id, answer, edges, asked_share, asked_below, forms, route_hash, properties_hash, small_answer,
  said, said_first, given_away,
  position('|' || $small_noun || '|' IN forms) > 0 AS shows_noun,
  position(' ' || small_answer || ' ' IN ' ' || $small_phrase || ' ') > 0 AS shows_alone
FROM (
  SELECT
    c.key, c.item, c.noun_id, n.noun, n.this AS noun_phrase, route.route_id, route.shape_id, route.property_id,
    route.answer, route.edges, route.asked_share, route.asked_below, route.forms, md5(route.route_id) AS route_hash,
    md5(route.properties) AS properties_hash, $small_answer AS small_answer, trim($words_of_answer) AS said,
    split_part(trim($words_of_answer), ' ', 1) AS said_first, told.route_id IS NOT NULL AS given_away
  FROM routes AS route
  JOIN concepts AS c ON c.concept_id = route.concept_id
  JOIN noun_forms AS n ON n.noun_id = c.noun_id
  LEFT JOIN giveaways AS told ON told.noun_id = c.noun_id AND told.route_id = route.route_id
) AS r
