-- What sets of options give to records, with its piece of JSON, in the order of their places.
SELECT $options_columns, $options_pieces FROM options ORDER BY option_key, balanced, option_set
