"""Start-up, first file: it does nothing, because it must always return: USB does not come up before it has."""
