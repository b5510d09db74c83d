-- One round: of each answer above its target, the questions of the fullest images go first.
SELECT question_id, image_id, property_id, answer FROM (
  SELECT b.*, t.target, row_number() OVER (
    PARTITION BY b.property_id, b.answer
    ORDER BY i.questions, md5(md5($seed) || md5('balance') || md5(b.question_id)), b.question_id
  ) AS place
  FROM balanced AS b
  JOIN targets AS t ON t.property_id = b.property_id AND t.answer = b.answer
  JOIN (SELECT image_id, count(*) AS questions FROM balanced GROUP BY image_id) AS i ON i.image_id = b.image_id
) AS ranked
WHERE place <= target
