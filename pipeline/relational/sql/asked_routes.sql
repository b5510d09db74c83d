-- What questions need of the routes: without what only records hold, and with hashes and the answer's words made
-- once a route.
SELECT
  route_id, concept_id, edges, forms, answer, asked_below, asked_share, properties, shape_id, property_id,
  md5(route_id) AS route_hash, md5(properties) AS properties_hash,
  $small_answer AS small_answer, trim($words_of_answer) AS said, split_part(trim($words_of_answer), ' ', 1) AS said_first
FROM routes
