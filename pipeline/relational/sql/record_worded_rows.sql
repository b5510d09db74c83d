-- What wordings give to their records, with what makes sub-questions of the route's steps, and pieces of JSON, by place.
SELECT route_place, $worded_columns, place_question, place_answer, first_question, first_template, $worded_pieces
FROM step_pieces AS r
JOIN worded AS w ON w.route_place = r.place
ORDER BY worded_place
