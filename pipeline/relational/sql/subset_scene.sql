-- What a table of annotations says of the subset's images.
SELECT * FROM scene WHERE image_id IN (SELECT image_id FROM kept)
