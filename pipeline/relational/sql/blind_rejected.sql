-- The questions left out because they can be guessed.
SELECT 'blind' AS stage, image_id AS origin, question_id AS place, 'guessable' AS code,
  property_id || ' ' || answer AS detail
FROM told WHERE $leave_out AND is_guessable
