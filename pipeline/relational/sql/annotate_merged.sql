-- Where an object id went; an id that is still its own object, or that was merged twice, keeps one target.
SELECT raw_merged.image_id, old_id, min(raw_merged.object_id) AS object_id
FROM raw_merged
JOIN owners ON owners.image_id = raw_merged.image_id AND owners.input = raw_merged.input
WHERE old_id <> raw_merged.object_id
GROUP BY raw_merged.image_id, old_id
