-- Questions with what their second files say.
SELECT q.question_id, q.image_id, q.photo, q.question, q.answer, q.answers, q.answer_kind,
  coalesce(d.property_id, q.property_id) AS property_id, q.choices, q.correct, q.n_distractors, q.split
FROM read_questions AS q
LEFT JOIN (SELECT question_id, min(property_id) AS property_id FROM read_details GROUP BY question_id) AS d
  ON d.question_id = q.question_id
