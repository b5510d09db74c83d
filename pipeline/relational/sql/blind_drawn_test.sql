-- What baselines are asked and scored by: of the records drawn of test.
SELECT question_id, question, property_id, property_label, noun, answer, answers, choices, n_distractors
FROM records WHERE $last = '' OR question_id <= $last
