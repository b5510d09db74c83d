-- What records need of a set of options: its place among all.
SELECT
  row_number() OVER (ORDER BY option_key, balanced, option_set) - 1 AS place, option_key, option_set, balanced
FROM options
