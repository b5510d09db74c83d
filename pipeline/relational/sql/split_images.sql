-- The part of each image: that of its photo.
SELECT a.image_id, s.category, s.part
FROM asked_photos AS a JOIN photos AS s ON s.photo = a.photo
