"""The 32-bit gauge: it is one, its folder is its root, and its absence is said in one line or, under CI, an error."""

import pytest

from host_tools.targets import vm32


@pytest.fixture
def run(gauge, tmp_path):
    def run_scripts(*sources):
        folder = tmp_path / "root"
        (folder / "package").mkdir(parents=True)
        (folder / "package" / "part.py").write_text("ANSWER = 42\n")
        scripts = []
        for number, source in enumerate(sources):
            scripts.append(tmp_path / f"{number}.py")
            scripts[-1].write_text(source)
        return gauge(folder, scripts)

    return run_scripts


def test_words_have_32_bits_and_imports_come_from_the_folder(run):
    done = run("import sys\nfrom package.part import ANSWER\nprint(sys.maxsize, ANSWER)")
    assert (done.returncode, done.stdout) == (0, "2147483647 42\n")


def test_scripts_share_one_machine_and_garbage_is_gone_between_them(run):
    litter = "import gc\nfor _ in range(100): bytearray(1000)\nprint(gc.mem_alloc() > 100_000)\ngc.collect()"
    done = run("kept = 7", litter, "print(kept, gc.mem_alloc() < 20_000)")
    assert done.stdout == "True\n7 True\n"


def test_the_heap_is_that_of_a_pico(run):
    done = run("import micropython\nmicropython.mem_info()")
    free = int(done.stdout.split("free: ")[1].split(",")[0])
    assert abs(free - 240_912) <= 64  # its steps


def test_an_exception_is_printed_and_ends_the_run(run):
    done = run("1 / 0", "print('on')")
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stdout
    assert "on\n" not in done.stdout.splitlines(keepends=True)


def test_an_exit_status_is_passed_on(run):
    done = run("import sys\nsys.exit(3)", "print('on')")
    assert (done.returncode, done.stdout) == (3, "")


def test_where_it_is_absent_one_line_says_so_and_ci_does_not_go_on(monkeypatch, tmp_path):
    monkeypatch.setattr(vm32, "_MODULE", tmp_path / "nothing.mjs")
    monkeypatch.delenv("CI", raising=False)
    reason = vm32.absent()
    assert reason.startswith("the 32-bit gauge was left out: ")
    assert "\n" not in reason
    monkeypatch.setenv("CI", "1")
    with pytest.raises(vm32.GaugeMissing):
        vm32.absent()
