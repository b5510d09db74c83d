-- One row an image: what its `input` says of it, else its id alone. The photo of an image that is said to
-- show another one is the other's.
WITH told AS (
  SELECT
    owners.image_id,
    owners.input,
    coalesce(described.source, 'visual_genome') AS source,
    coalesce(described.url, '') AS url,
    described.width,
    described.height,
    CASE WHEN coalesce(described.photo, '') = '' THEN 'image:' || owners.image_id ELSE described.photo END AS photo
  FROM owners
  LEFT JOIN (
    SELECT *, row_number() OVER (PARTITION BY image_id, input ORDER BY url, width NULLS LAST, height NULLS LAST, photo) AS place
    FROM raw_images
  ) AS described
    ON described.image_id = owners.image_id AND described.input = owners.input AND described.place = 1
)
SELECT told.image_id, told.source, told.url, told.width, told.height,
  coalesce(other.photo, told.photo) AS photo, told.input
FROM told
LEFT JOIN told AS other ON told.photo = 'image:' || other.image_id
