-- How many questions and options train has.
SELECT count(*), coalesce(sum(n_distractors + 1), 0) FROM train
