-- What questions give to their records, with its pieces of JSON.
SELECT $own_columns, is_balanced, shown_place, worded_place, options_place, question_1, question_2, question_3,
  $own_pieces, $asks_pieces
FROM own
