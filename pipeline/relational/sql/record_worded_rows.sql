-- What wordings give to their records, with its pieces of JSON and those of the route that lie between them, by place.
SELECT route_place, $worded_columns, $worded_pieces
FROM (SELECT *, $sub_question_texts AS elements FROM worded) AS w
JOIN used_pieces AS r ON r.place = w.route_place
ORDER BY worded_place
