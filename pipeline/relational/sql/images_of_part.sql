-- The rows of the images whose hash lies in a part.
SELECT * FROM annotated
WHERE substr(md5(md5('part') || md5(image_id)), 1, 8) >= $least
  AND substr(md5(md5('part') || md5(image_id)), 1, 8) < $above
