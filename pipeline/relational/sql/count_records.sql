-- How many questions there are.
SELECT count(*) FROM records
