-- The questions of the shard that say the same of the same, whatever the image: the first of each, and its place.
SELECT row_number() OVER (ORDER BY question_id) - 1 AS place, *
FROM (
  SELECT min(question_id) AS question_id, noun_route, bucket, area, is_guessable, own_wording
  FROM questions
  GROUP BY noun_route, bucket, area, is_guessable, own_wording
) AS first_of_each
