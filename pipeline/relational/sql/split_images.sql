-- The part of each image: that of its photo.
SELECT DISTINCT a.image_id, s.category, s.part
FROM given AS a
JOIN images AS i ON i.image_id = a.image_id
JOIN photos AS s ON s.photo = i.photo
