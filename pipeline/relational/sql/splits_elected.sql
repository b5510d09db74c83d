-- The part of each unit that most votes are for, measured by the share that the part should have.
SELECT unit, CASE WHEN sum(CASE WHEN part = 'train' THEN 1 ELSE 0 END) / $train
  >= sum(CASE WHEN part = 'test' THEN 1 ELSE 0 END) / (1 - $train) THEN 'train' ELSE 'test' END AS part
FROM votes GROUP BY unit
