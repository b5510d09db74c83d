-- What is said of a range of images by inputs they are not taken from.
SELECT mentions.image_id, mentions.input, mentions.more
FROM mentions
LEFT JOIN owners ON owners.image_id = mentions.image_id AND owners.input = mentions.input
WHERE owners.image_id IS NULL AND mentions.image_id BETWEEN $first AND $last
