"""The digests of 9 NYCRR 5324.42 and what the project has for each of its paragraphs."""
