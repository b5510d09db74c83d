-- Questions, photos and things of each part.
SELECT s.split, count(*), count(DISTINCT a.photo), count(DISTINCT a.entity_id)
FROM assigned AS s JOIN asked AS a ON a.question_id = s.question_id
GROUP BY s.split ORDER BY s.split
