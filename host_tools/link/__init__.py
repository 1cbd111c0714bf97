"""The host's end of the link: bytes from the table become events, commands become bytes. No I/O, no clock."""
