-- The part of each thing: that of its answers, or its own where they have no say.
SELECT c.unit, coalesce(e.part, c.part) AS part
FROM cut AS c LEFT JOIN elected AS e ON e.unit = c.unit
