-- Consistency sets and their wordings by part.
SELECT split, count(*) AS sets, sum($number_of_wordings) AS wordings FROM sets GROUP BY split ORDER BY split
