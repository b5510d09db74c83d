-- The answers by image, as the paper's split counts them.
SELECT image_id, answer FROM records
