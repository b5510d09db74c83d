-- Images, questions, questions with the full number of options, and different answers.
SELECT count(DISTINCT image_id), count(*), sum(CASE WHEN n_distractors = $distractors THEN 1 ELSE 0 END),
  count(DISTINCT answer)
FROM records
