"""Railbird: the device package. Its pure parts (rules, link, facts) are imported by the host as well."""
