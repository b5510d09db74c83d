-- The consistency sets of one part: a question and its wordings, at least two.
SELECT w.consistency_id, w.question_id, w.image_id, s.part AS split, $listed_wordings AS wordings
FROM wordings AS w JOIN split AS s ON s.image_id = w.image_id
WHERE s.part = $part AND w.nth <= $most
GROUP BY w.consistency_id, w.question_id, w.image_id, s.part
HAVING count(*) > 1
