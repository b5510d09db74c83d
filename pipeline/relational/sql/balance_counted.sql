-- The questions that are left, with how many of them their image has.
SELECT b.question_id, b.image, i.questions, b.answer, b.kind
FROM balancing AS b
JOIN (SELECT image, CAST(count(*) AS INTEGER) AS questions FROM balancing GROUP BY image) AS i ON i.image = b.image
