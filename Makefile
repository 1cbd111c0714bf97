# Everything runs in .venv, made from the lock file on the first call.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACE ?= table
GAME ?= holdem
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --no-deps

FIRMWARE_TYPES := .typings
SOURCES := firmware boards host_tools tests

.PHONY: run test check bench sabotage screenshots emulator lock clean

# In a browser where there is a desktop and no number of hands is asked for, else as an account in the terminal.
run: $(VENV)/.ready
	@if [ -z "$(HANDS)" ] && [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then way="live --simulate --browser"; \
	else way=simulate; fi; \
	exec $(BIN)/railbird $$way --game $(GAME) --pace $(PACE) $(if $(BOARD),--board $(BOARD)) \
		$(if $(HANDS),--hands $(HANDS)) $(if $(SEATS),--seats $(SEATS)) $(if $(SEED),--seed $(SEED))

test: $(VENV)/.ready
	$(BIN)/pytest -n auto

check: $(VENV)/.ready $(FIRMWARE_TYPES)/.ready
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy --config-file requirements/mypy-host.ini
	$(BIN)/mypy --config-file requirements/mypy-firmware.ini

screenshots: $(VENV)/.ready
	$(BIN)/python -m tests.live.screenshots build/screenshots

bench: $(VENV)/.ready
	$(BIN)/railbird bench

sabotage: $(VENV)/.ready
	$(BIN)/python -m tests.sabotage $(PART)

$(VENV)/.ready: requirements/lock.txt pyproject.toml
	@echo "setting up $(VENV) (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes --only-binary :all: -r requirements/lock.txt
	@$(PIP) --no-build-isolation --editable .
	@touch $@

# MicroPython's stubs replace the standard library's own, so they live apart from the venv.
$(FIRMWARE_TYPES)/.ready: requirements/typings.txt $(VENV)/.ready
	@rm -rf $(FIRMWARE_TYPES)
	@$(PIP) --require-hashes --only-binary :all: --target $(FIRMWARE_TYPES) -r requirements/typings.txt
	@touch $@

# An emulated Pico for those who ask for it; the tests that need no image for it run in CI.
emulator: $(VENV)/.ready
	@$(PIP) --require-hashes --only-binary :all: -r requirements/emulator.txt

lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
		--extra dev --extra postgres --overrides requirements/overrides.txt pyproject.toml -o requirements/lock.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
		requirements/typings.in -o requirements/typings.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet \
		--constraint requirements/lock.txt requirements/emulator.in -o requirements/emulator.txt

clean:
	rm -rf $(VENV) $(FIRMWARE_TYPES) build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
