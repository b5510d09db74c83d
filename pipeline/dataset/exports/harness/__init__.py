"""Files that go into the folders of harnesses as they are; they need nothing of this package there."""
