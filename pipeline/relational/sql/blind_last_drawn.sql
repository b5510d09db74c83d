-- The id up to which the smallest ids are as many as are drawn; no row if there are fewer. It is looked for up to
-- `about`, if that is no empty text.
SELECT question_id FROM records WHERE $about = '' OR question_id <= $about
ORDER BY question_id LIMIT 1 OFFSET $most - 1
