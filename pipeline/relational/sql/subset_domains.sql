-- The sets of domains that occur.
SELECT DISTINCT domains FROM records ORDER BY domains
