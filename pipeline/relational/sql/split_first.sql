-- The score of the answer that comes first about each photo.
SELECT photo, max(score) AS score FROM given GROUP BY photo
