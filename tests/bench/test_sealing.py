"""What MACs take: by what a frame and a record of the log are."""

from host_tools.bench import sealing
from railbird.link.mac import Mac


def test_each_fact_takes_a_frame_and_its_record_and_no_hashing_of_others_counts():
    """A fact goes out under a MAC and comes back in an acknowledgement under another, each input is in the chain: two
    and some to ten of them a fact, and a hundredth of the table's time (an HMAC takes 415 us, times the factor 2).
    """
    key = Mac(bytes(32))
    for n in range(5000):
        key.digest(n.to_bytes(2, "little"))
    figures = sealing.macs(hands=1, seats=2)
    assert figures["one_ms"] == 0.83
    assert 2 < figures["a_fact"] < 10
    assert 0 < figures["share"] < 0.03
