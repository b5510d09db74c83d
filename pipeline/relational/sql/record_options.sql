-- What records need of a set of options: its place among all, and the piece of JSON that it gives.
SELECT
  row_number() OVER (ORDER BY option_key, balanced, option_set) - 1 AS place, option_key, option_set, balanced,
  $options_pieces
FROM options
