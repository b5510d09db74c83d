-- What checks found in each question: in its answer, its text or its clause.
SELECT q.image_id, q.question_id, j.question, j.code, j.detail
FROM drawn AS q
JOIN (
  SELECT q.*, f.code, f.detail
  FROM worded_questions AS q JOIN answer_findings AS f ON f.option_key = q.option_key
  UNION ALL
  SELECT q.*, f.code, f.detail
  FROM worded_questions AS q
  JOIN text_findings AS f ON f.plain_question = q.plain_question AND f.option_key = q.option_key
  UNION ALL
  SELECT q.*, f.code, f.detail
  FROM worded_questions AS q JOIN phrase_findings AS f ON f.noun_id = q.noun_id AND f.clause = q.clause
  UNION ALL
  SELECT q.*, f.code, f.detail
  FROM worded_questions AS q JOIN long_findings AS f ON f.question = q.question
  UNION ALL
  SELECT q.*, f.code, f.detail
  FROM worded_questions AS q
  JOIN first_findings AS f ON f.first_question = q.first_question AND f.first_route = q.first_route
) AS j ON j.noun_route = q.noun_route AND j.bucket = q.bucket AND j.own_question = q.own_question AND j.clause = q.clause
