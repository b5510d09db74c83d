-- Every wording of the questions chosen, the question's own first; none that holds the answer, and none twice.
SELECT consistency_id, question_id, image_id, question, template, variant,
  row_number() OVER (PARTITION BY question_id ORDER BY place) AS nth
FROM (
  SELECT *, row_number() OVER (PARTITION BY question_id, question ORDER BY place) AS twin
  FROM (
    SELECT consistency_id, question_id, image_id, answer, question, template, variant, -1 AS place
    FROM chosen
    UNION ALL
    SELECT consistency_id, question_id, image_id, answer,
      CASE WHEN of_kind THEN pointing ELSE '' END
        || CASE WHEN prefix = '' THEN upper(substr(phrase, 1, 1)) || substr(phrase, 2) ELSE prefix || phrase END
        || suffix AS question,
      template, variant, place
    FROM (
      SELECT c.consistency_id, c.question_id, c.image_id, c.answer, c.pointing, p.prefix, p.suffix, p.of_kind,
        CASE WHEN p.of_kind THEN c.kind_phrase ELSE c.noun_phrase END AS phrase, p.template, p.variant, p.place
      FROM chosen AS c JOIN paraphrases AS p ON p.shape_id = c.shape_id
    ) AS filled
  ) AS worded
  WHERE position(' ' || trim($words_of_answer) || ' ' IN ' ' || $words_of_question || ' ') = 0
) AS distinct_texts
WHERE twin = 1
