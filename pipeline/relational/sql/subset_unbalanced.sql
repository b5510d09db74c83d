-- Why questions of the subset are not in B, as the dataset it is of has it.
SELECT stage, origin, place, code, detail
FROM parent_rejected WHERE stage = 'balance' AND place IN (SELECT question_id FROM questions)
