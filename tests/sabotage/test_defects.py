"""The defects themselves: each stands once in its file, so that `make sabotage` plants what it says."""

from pathlib import Path

import pytest

from tests.sabotage.defect import Defect
from tests.sabotage.defects import DEFECTS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_the_text_to_replace_stands_once(defect: Defect):
    assert (ROOT / defect.file).read_text().count(defect.old) == 1
    assert (ROOT / defect.test.split("::")[0]).exists()
