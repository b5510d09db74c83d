-- The owners of all images, of which some are worked on at a time.
SELECT image_id, input FROM owners
