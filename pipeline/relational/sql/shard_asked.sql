-- The drawn questions in words, with their ids, whether a question holds its own answer as words, and whether one
-- clause stands in another: "the country that the dish that the girl is eating comes from".
SELECT
  *,
  substr(md5(md5(image_id) || md5(object_id) || md5(properties) || md5(clause) || md5(template)), 1, 20) AS question_id,
  position(' ' || trim($words_of_answer) || ' ' IN ' ' || $words_of_question || ' ') > 0 AS shows_answer
FROM (
  SELECT
    *,
    CASE WHEN of_kind THEN pointing ELSE '' END
      || CASE WHEN prefix = '' THEN upper(substr(phrase, 1, 1)) || substr(phrase, 2) ELSE prefix || phrase END
      || suffix AS question,
    NOT of_kind AND position(' that ' IN clause) > 0 AND position(' that ' IN prefix || suffix) > 0 AS is_nested
  FROM (
    SELECT
      r.image_id, r.object_id, r.key, r.item, r.noun_id, r.has_scene_graph, r.clause, r.predicate, r.role,
      r.target_id, r.target_name, r.area, r.selects, r.x, r.y, r.w, r.h, r.target_x, r.target_y, r.target_w, r.target_h,
      d.hops, d.possible, route.route_id, route.shape_id, route.properties, route.property_id, route.answer, route.asked_share,
      t.template, t.variant, t.prefix, t.suffix, t.of_kind,
      r.noun_phrase, r.kind_phrase, r.pointing,
      CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END AS phrase
    FROM shard_drawn AS d
    JOIN shard_referents AS r
      ON r.image_id = d.image_id AND r.object_id = d.object_id AND r.has_scene_graph = d.has_scene_graph
    JOIN routes AS route ON route.route_id = d.route_id
    JOIN texts AS t ON t.shape_id = route.shape_id
      AND t.bucket = substr(md5(md5($seed) || md5('text') || md5(r.image_id) || md5(r.object_id)), 1, 1)
  ) AS chosen
) AS worded
