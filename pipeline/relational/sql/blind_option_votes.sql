-- How often each option was the true one where train shows it; one showing at the overall rate is added,
-- so that an option seen once is not taken for a sure thing.
SELECT '' AS key, choice AS answer,
  (sum(CASE WHEN choice = answer THEN 1 ELSE 0 END) + CAST($unseen AS DOUBLE)) / (count(*) + 1) AS weight
FROM (SELECT answer, $each_choice AS choice FROM train) AS shown
GROUP BY choice
