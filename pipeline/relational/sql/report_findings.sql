-- What checks found in the questions that are kept, by code.
SELECT f.code, count(DISTINCT f.question_id) AS n, min(f.question_id || ': ' || f.detail) AS example
FROM (
  SELECT code, question_id, detail FROM question_findings
  UNION ALL
  SELECT code, question_id, detail FROM option_findings
) AS f
JOIN questions AS q ON q.question_id = f.question_id
GROUP BY f.code ORDER BY f.code
