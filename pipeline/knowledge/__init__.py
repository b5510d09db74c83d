"""What is known of the things in the images: links with evidence, rules for facts, kinds, the graph."""
