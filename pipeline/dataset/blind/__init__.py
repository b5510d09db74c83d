"""What can be answered without the image: blind baselines, and the tag of questions that can be guessed."""
