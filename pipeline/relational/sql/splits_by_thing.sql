-- Every question whose photo, thing and answers are of one part; the others are left out.
SELECT a.question_id, CASE WHEN p.part = t.part AND l.part IN ('', t.part) THEN t.part
  ELSE 'left_out' END AS split
FROM asked AS a
JOIN labelled AS l ON l.question_id = a.question_id
JOIN things AS t ON t.unit = a.entity_id
LEFT JOIN elected AS p ON p.unit = a.photo
