"""What a value is and where it comes from, one following for all who ask, over all files of a run."""
