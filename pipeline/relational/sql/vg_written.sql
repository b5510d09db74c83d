-- Every name as it is written in a file.
SELECT DISTINCT unnest(coalesce(thing.names, thing.object_names, [thing.name])) AS written FROM vg_things
