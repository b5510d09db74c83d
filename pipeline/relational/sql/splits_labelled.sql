-- The part of each question's answers: of those that are items, empty if none is, or if answers do not count.
SELECT a.question_id, CASE WHEN $by_answers = 'no' OR min(c.part) IS NULL THEN ''
  WHEN min(c.part) = max(c.part) THEN min(c.part) ELSE 'mixed' END AS part
FROM asked AS a
LEFT JOIN answers AS i ON i.question_id = a.question_id
LEFT JOIN answer_parts AS c ON c.unit = i.unit
GROUP BY a.question_id
