-- The records of one part, of all questions or of the balanced ones, from what questions, routes and sets of options
-- give.
SELECT $record_columns
FROM own AS q
JOIN route_given AS r ON r.file_row_number = q.route_place
JOIN options_given AS o ON o.file_row_number = q.options_place
WHERE q.split = $part AND (q.is_balanced OR $set = 'U')
