-- The first and last image of each range. An image weighs as much as it has rows in `counted`, or `least`; a range weighs
-- `most`, or less if there would be fewer ranges than workers.
SELECT min(image_id), max(image_id)
FROM (
  SELECT image_id, weight, sum(weight) OVER (ORDER BY image_id ROWS UNBOUNDED PRECEDING) - weight AS before,
    sum(weight) OVER () AS total
  FROM (
    SELECT i.image_id, greatest(coalesce(c.things, 0), $least) AS weight
    FROM images AS i
    LEFT JOIN (SELECT image_id, count(*) AS things FROM counted GROUP BY image_id) AS c ON c.image_id = i.image_id
  ) AS weighed
) AS placed
GROUP BY floor(before / least($most, ceil(total / $workers)))
ORDER BY 1
