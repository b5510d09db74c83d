-- The drawn questions in words, with their ids, whether a question holds its own answer as words, and whether one
-- clause stands in another: "the country that the dish that the girl is eating comes from".
SELECT
  image_id, object_id, bucket, key, item, noun_id, has_scene_graph, clause, predicate, role,
  target_id, target_name, area, selects, x, y, w, h, target_x, target_y, target_w, target_h,
  hops, possible, route_id, shape_id, property_id, answer, asked_share, template, variant, question, is_nested,
  substr(md5(thing_hash || properties_hash || clause_hash || template_hash), 1, 20) AS question_id,
  -- Where not even the answer's first word stands in the question, its words need not be told apart.
  CASE WHEN position(said_first IN $small_question) = 0 THEN FALSE
    ELSE position(' ' || said || ' ' IN ' ' || $words_of_question || ' ') > 0 END AS shows_answer
FROM (
  SELECT
    r.image_id, r.object_id, r.thing_hash, r.clause_hash, t.template_hash, r.bucket, r.key, r.item, r.noun_id, r.has_scene_graph, r.clause, r.predicate, r.role,
    r.target_id, r.target_name, r.area, r.selects, r.x, r.y, r.w, r.h, r.target_x, r.target_y, r.target_w, r.target_h,
    d.hops, d.possible, route.route_id, route.shape_id, route.properties_hash, route.said, route.said_first,
    route.property_id, route.answer, route.asked_share, t.template, t.variant,
    CASE WHEN t.of_kind THEN r.pointing ELSE '' END
      || CASE WHEN t.prefix = ''
        THEN upper(substr(CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END, 1, 1))
          || substr(CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END, 2)
        ELSE t.prefix || CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END END
      || t.suffix AS question,
    NOT t.of_kind AND position(' that ' IN r.clause) > 0 AND position(' that ' IN t.prefix || t.suffix) > 0 AS is_nested
  FROM shard_drawn AS d
  JOIN shard_referents AS r
    ON r.image_id = d.image_id AND r.object_id = d.object_id AND r.has_scene_graph = d.has_scene_graph
  JOIN shard_routes AS route ON route.route_id = d.route_id
  JOIN shard_texts AS t ON t.shape_id = route.shape_id
    AND t.bucket = r.bucket
) AS worded
