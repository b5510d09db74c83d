-- Images as what ranges are cut by: all weigh the same.
SELECT image_id FROM images
