-- What is asked of a thing by its noun alone, in the words of each bucket, and whether these hold the answer.
SELECT noun_route, bucket, question, template, variant, properties_hash, template_hash, $shows_answer AS shows_answer
FROM (
  SELECT
    route.noun_route, t.bucket, $plain_question AS question, t.template, t.variant, route.properties_hash,
    md5(t.template) AS template_hash, route.said, route.said_first
  FROM noun_routes AS route
  JOIN noun_forms AS n ON n.noun_id = route.noun_id
  JOIN texts AS t ON t.shape_id = route.shape_id
) AS worded
