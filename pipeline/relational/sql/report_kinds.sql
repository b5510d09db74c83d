-- Questions by answer_kind.
SELECT answer_kind, count(*) AS questions, count(DISTINCT image_id) AS images
FROM records GROUP BY answer_kind ORDER BY answer_kind
