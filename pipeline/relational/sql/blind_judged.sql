-- Whether the answer of questions is that of nearly all others in train of the same property and noun.
SELECT q.property_id, q.answer, q.noun_id, q.part, q.questions,
  coalesce(a.questions, 0) - q.own + 1e-9 >= CAST($share AS DOUBLE) * (coalesce(t.questions, 0) - q.own)
    AND coalesce(t.questions, 0) - q.own >= $support AS is_guessable
FROM (
  SELECT a.*, n.noun, CASE WHEN a.part = 'train' THEN 1 ELSE 0 END AS own
  FROM asked AS a JOIN noun_forms AS n ON n.noun_id = a.noun_id
) AS q
LEFT JOIN priors AS a ON a.property_id = q.property_id AND a.noun = q.noun AND a.answer = q.answer
LEFT JOIN (
  SELECT property_id, noun, sum(questions) AS questions FROM priors GROUP BY property_id, noun
) AS t ON t.property_id = q.property_id AND t.noun = q.noun
