-- The pieces of JSON that a set of options gives to its records, by its place.
SELECT row_number() OVER (ORDER BY option_key, balanced, option_set) - 1 AS place, $options_pieces
FROM options
