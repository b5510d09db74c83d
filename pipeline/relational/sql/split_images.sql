-- The part of each image: that of its photo.
SELECT DISTINCT q.image_id, s.category, s.part
FROM questions AS q
JOIN images AS i ON i.image_id = q.image_id
JOIN photos AS s ON s.photo = i.photo
