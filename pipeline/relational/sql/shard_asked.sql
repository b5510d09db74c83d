-- The possible questions with their ids, those that show their own answer marked.
SELECT *,
  substr(md5(image_id || '|' || object_id || '|' || properties || '|' || clause || '|' || template), 1, 20) AS question_id,
  position(' ' || lower(answer) || ' ' IN ' ' || replace(replace(lower(question), '?', ' '), '.', ' ') || ' ') > 0
    OR position('|' || noun || '|' IN forms) > 0
    OR (target_name <> '' AND position('|' || target_name || '|' IN forms) > 0) AS shows_answer
FROM shard_possible
