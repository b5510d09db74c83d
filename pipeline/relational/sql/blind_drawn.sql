-- What baselines look at of the records drawn.
SELECT question_id, question, property_id, property_label, noun, answer, answers, choices, n_distractors
FROM records WHERE $last = '' OR question_id <= $last
