"""Facts from a SPARQL service that speaks Wikidata's RDF: live, or embedded from a snapshot."""
