-- What a stage left out for one reason.
SELECT stage, origin, place, code, detail FROM rejected_parts WHERE code = $code
