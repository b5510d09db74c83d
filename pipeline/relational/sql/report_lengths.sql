-- Mean numbers of words.
SELECT
  avg(length(question) - length(replace(question, ' ', '')) + 1),
  avg(length(answer) - length(replace(answer, ' ', '')) + 1)
FROM records
