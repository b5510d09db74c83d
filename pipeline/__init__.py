"""ReasonVQA-style datasets from annotated images and Wikidata."""

import os

__version__ = "0.1.0"

# Arrow's allocator reads this once, as it is loaded. What is given back is wanted again within the second,
# and memory that the system has to clear anew costs more time than what is done in it.
os.environ.setdefault("MIMALLOC_PURGE_DELAY", "1000")
