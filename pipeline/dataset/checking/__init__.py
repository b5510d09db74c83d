"""`reasonvqa check`: the checks over a finished dataset, of ours or in a form of ReasonVQA."""
