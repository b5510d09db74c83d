-- The images that are asked about, with their photos.
SELECT i.image_id, i.photo
FROM images AS i JOIN (SELECT DISTINCT image_id FROM questions) AS q ON q.image_id = i.image_id
