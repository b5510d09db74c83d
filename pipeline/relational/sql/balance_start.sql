-- Questions before balancing, with all that balancing looks at; `kind` tells hops and clause, `drawn` is random.
SELECT q.question_id, i.number AS image, a.number AS answer, 2 * q.hops + CASE WHEN q.has_scene_graph THEN 1 ELSE 0 END AS kind,
  substr(md5(md5($seed) || md5('balance') || md5(q.question_id)), 1, 12) AS drawn
FROM questions AS q
JOIN balance_images AS i ON i.image_id = q.image_id
JOIN balance_answers AS a ON a.property_id = q.property_id AND a.answer = q.answer
