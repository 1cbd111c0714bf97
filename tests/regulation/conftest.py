"""How many collected tests prove each paragraph, for the coverage test and for whoever asks pytest."""

import os
from collections import Counter
from collections.abc import Sequence

import pytest


def pytest_report_collectionfinish(items: Sequence[pytest.Item]) -> list[str]:
    """With `RAILBIRD_RULES` set, one line a paragraph: `rule b(1) 3`."""
    if not os.environ.get("RAILBIRD_RULES"):
        return []
    proved = Counter(mark.args[0] for item in items for mark in item.iter_markers("rule"))
    return [f"rule {rule} {count}" for rule, count in sorted(proved.items())]
