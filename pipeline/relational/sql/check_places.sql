-- How often the truth stands at each place, by the number of options.
SELECT options, correct, count(*) AS n
FROM (SELECT n_distractors + 1 AS options, correct FROM records WHERE correct IS NOT NULL) AS placed
GROUP BY options, correct ORDER BY options, correct
