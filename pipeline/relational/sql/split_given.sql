-- How often each frequent answer is given about each photo, and its place: in one number, larger for what comes first.
SELECT a.photo, 1000000000 * count(*) - f.place AS score
FROM questions AS q
JOIN frequent AS f ON f.answer = q.answer
JOIN asked_photos AS a ON a.image_id = q.image_id
GROUP BY a.photo, f.place
