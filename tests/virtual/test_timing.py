"""The profiles against the design's timing table, copied here row by row (low, mid, high)."""

import pytest

from host_tools.virtual.timing import HIGH, LOW, MID, PROFILES, Processor

TABLE = {
    "i2c_hz": (400_000, 400_000, 100_000),
    "bus_free_us": (0, 1300, 5000),
    "nack_window_us": (0, 1000, 2000),
    "ack_us": (200, 400, 2000),
    "config_us": (1000, 2000, 5000),
    "list_first_us": (15_000, 21_000, 30_000),
    "list_found_us": (8000, 10_000, 14_000),
    "list_empty_us": (6000, 24_000, 30_000),
    "deselect_us": (3000, 4000, 6000),
    "field_off_us": (5000, 5000, 10_000),
    "wake_stretch_us": (100, 400, 1000),
    "rf_loss": (0.001, 0.01, 0.03),
    "rf_burst": (4.0, 4.0, 4.0),
    "coupling": (0.02, 0.02, 0.02),
}


@pytest.mark.parametrize("row", TABLE)
def test_profile_row(row):
    assert tuple(getattr(profile, row) for profile in (LOW, MID, HIGH)) == TABLE[row]


def test_profiles_by_name():
    assert {name: profile.name for name, profile in PROFILES.items()} == {
        n: n for n in ("low", "mid", "high")
    }


@pytest.mark.parametrize(
    ("kind", "n", "factor", "us"),
    [
        ("bus", 1, 1, 29),
        ("bus", 3, 2, 174),
        ("parse", 15, 1, 510),
        ("parse", 22, 2, 1496),
        ("hmac", 1, 1, 415),
        ("sha256", 1024, 1, 1400),
        ("sha256", 512, 4, 2800),
        ("rsa", 1, 1, 255_000),
        ("gc", 1, 2, 2600),
        ("flash_page", 16, 1, 11_200),
        ("flash_erase", 1, 2, 90_000),
    ],
)
def test_processor_costs(kind, n, factor, us):
    assert MID.with_factor(factor).cost_us(kind, n) == us


def test_default_processor_factor_is_two():
    assert [profile.processor_factor for profile in PROFILES.values()] == [2, 2, 2]


def test_unknown_cost_is_refused():
    with pytest.raises(ValueError, match="coffee"):
        Processor().cost_us("coffee", 1, 1.0)
