"""Plant known defects one by one in a copy of the tree; each must turn its named test red.

`python -m tests.sabotage [NAME...]`, or `K/N` for the K-th of N parts (from 0), exits 0 only if every named test is
green without the defect and red with it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.sabotage.defect import Defect
from tests.sabotage.defects import DEFECTS

ROOT = Path(__file__).parents[2]
LEFT_OUT = "left out: "  # what a test says that needs something which is not here; under CI it fails
KEPT = ("firmware", "boards", "host_tools", "tests", "pyproject.toml")


def copy_tree(folder: Path) -> None:
    """The tree as it stands, laid out so that Python finds this copy before the installed one."""
    for name in KEPT:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    (folder / "railbird_boards").symlink_to("boards")
    (folder / "requirements").symlink_to(ROOT / "requirements")  # the 32-bit VM, where it is installed


def run(folder: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the tests of the tree in `folder`, with its own code."""
    paths = [folder, folder / "firmware", folder / "host_tools" / "shim"]
    cases = os.environ.get("RAILBIRD_CASES", str(ROOT.parent / "shared" / "cases"))
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "RAILBIRD_CASES": cases,
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rs", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)


def try_defect(defect: Defect) -> str:
    """'' when the defect's test turns red, else what went wrong."""
    with tempfile.TemporaryDirectory(prefix="railbird-sabotage-") as name:
        folder = Path(name)
        copy_tree(folder)
        target = folder / defect.file
        text = target.read_text()
        if text.count(defect.old) != 1:
            return f"{defect.file} holds the text to replace {text.count(defect.old)} times, not once"
        target.write_text(text.replace(defect.old, defect.new))
        result = run(folder, [defect.test])
        if result.returncode == 0:
            return LEFT_OUT if LEFT_OUT in result.stdout else f"{defect.test} stays green"
        if result.returncode != 1:
            return f"{defect.test} did not run: {(result.stdout + result.stderr).strip()[-600:]}"
        return ""


def main(names: list[str]) -> int:
    """Baseline first, then the defects, one for each processor core at a time."""
    if part := re.fullmatch(r"(\d+)/(\d+)", " ".join(names)):
        chosen = list(DEFECTS[int(part[1]) :: int(part[2])])
    else:
        chosen = [defect for defect in DEFECTS if not names or defect.name in names]
    if not chosen:
        print(f"no defect is called {' or '.join(names)}")
        return 2
    with tempfile.TemporaryDirectory(prefix="railbird-sabotage-") as name:
        copy_tree(Path(name))
        result = run(Path(name), sorted({defect.test for defect in chosen}))
        if result.returncode:
            print("the named tests are not green without a defect:", result.stdout[-3000:], sep="\n")
            return 1
    survived = left_out = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for defect, problem in zip(chosen, pool.map(try_defect, chosen), strict=True):
            if problem == LEFT_OUT:
                left_out += 1
                print(f"left out  {defect.name}")
                continue
            print(
                f"{'SURVIVED' if problem else 'caught  '}  {defect.name}{': ' + problem if problem else ''}"
            )
            survived += bool(problem)
    print(
        f"{len(chosen) - survived - left_out} passed, {survived} failed"
        + (f", {left_out} left out" if left_out else "")
    )
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
