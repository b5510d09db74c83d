-- The owners of a range of images.
SELECT image_id, input FROM all_owners WHERE image_id BETWEEN $first AND $last
