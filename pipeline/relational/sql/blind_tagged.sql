-- How many questions bear the tag of those that can be guessed.
SELECT sum(CASE WHEN array_contains(tags, 'guessable') THEN 1 ELSE 0 END), count(*) FROM records
