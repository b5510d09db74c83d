-- Sound questions under the cap on repeats.
SELECT q.*,
  -- Three draws, so three factors: of the image's questions of this kind, of the images with this question and answer,
  -- and of the things with such a route.
  (CAST(q.possible AS DOUBLE) / least(q.possible, $per_image)) * coalesce(CAST(r.repeats AS DOUBLE) / $max_repeats, 1) / q.asked_share AS weight
FROM all_drawn AS q
LEFT JOIN repeats AS r ON r.noun_route = q.noun_route AND r.bucket = q.bucket AND r.own_question = q.own_question
WHERE NOT EXISTS (SELECT 1 FROM unsound AS u WHERE u.question_id = q.question_id)
  AND NOT EXISTS (SELECT 1 FROM repeated AS u WHERE u.question_id = q.question_id)
