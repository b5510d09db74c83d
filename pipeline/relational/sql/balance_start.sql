-- The questions whose answers are not all left out, with all that balancing looks at; `kind` tells hops and clause,
-- `questions` how many the image has.
SELECT q.question_id, i.number AS image, i.questions, g.answer, CAST(2 * q.hops + CASE WHEN q.has_scene_graph THEN 1 ELSE 0 END AS INTEGER) AS kind
FROM questions AS q
JOIN (
  SELECT a.property_id, a.answer AS text, g.answer
  FROM goals AS g JOIN balance_answers AS a ON a.number = g.answer
  WHERE g.round = 0
) AS g ON g.property_id = q.property_id AND g.text = q.answer
JOIN balance_images AS i ON i.image_id = q.image_id
