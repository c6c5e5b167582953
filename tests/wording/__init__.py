"""The words that users see, in files that one can read through and mend."""
