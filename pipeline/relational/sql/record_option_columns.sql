-- The columns that sets of options give to records, in the order of their places.
SELECT $options_columns FROM options ORDER BY option_key, balanced, option_set
