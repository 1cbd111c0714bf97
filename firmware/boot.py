"""Start-up, first file: nothing to do yet, and it must always return or USB never comes up."""
