def bench() -> None:
    """Benches."""
