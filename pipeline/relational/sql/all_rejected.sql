-- Everything that any stage left out.
SELECT stage, origin, place, code, detail FROM rejected_parts
