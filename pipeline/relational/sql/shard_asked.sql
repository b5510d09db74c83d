-- The drawn questions in words, with their ids, whether a question holds its own answer as words, and whether one
-- clause stands in another: "the country that the dish that the girl is eating comes from".
SELECT
  referent, image_id, object_id, route_id, hops, possible, template, variant, question, is_nested,
  substr(md5(thing_hash || properties_hash || clause_hash || template_hash), 1, 20) AS question_id,
  -- Where not even the answer's first word stands in the question, its words need not be told apart.
  CASE WHEN position(said_first IN $small_question) = 0 THEN FALSE
    ELSE position(' ' || said || ' ' IN ' ' || $words_of_question || ' ') > 0 END AS shows_answer
FROM (
  SELECT
    r.referent, r.image_id, r.object_id, r.thing_hash, r.clause_hash, t.template_hash, d.hops, d.possible,
    route.route_id, route.properties_hash, route.said, route.said_first, t.template, t.variant,
    CASE WHEN t.of_kind THEN r.pointing ELSE '' END
      || CASE WHEN t.prefix = ''
        THEN upper(substr(CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END, 1, 1))
          || substr(CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END, 2)
        ELSE t.prefix || CASE WHEN t.of_kind THEN r.kind_phrase ELSE r.noun_phrase END END
      || t.suffix AS question,
    NOT t.of_kind AND position(' that ' IN r.clause) > 0 AND position(' that ' IN t.prefix || t.suffix) > 0 AS is_nested
  FROM shard_drawn AS d
  JOIN shard_referents AS r ON r.referent = d.referent
  JOIN shard_routes AS route ON route.route_id = d.route_id
  JOIN shard_texts AS t ON t.shape_id = route.shape_id
    AND t.bucket = r.bucket
) AS worded
