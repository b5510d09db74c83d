-- What baselines learn from of the records drawn of train.
SELECT question, property_id, noun, answer, choices, n_distractors
FROM records WHERE $last = '' OR question_id <= $last
