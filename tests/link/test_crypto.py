"""HMAC, AES and the sealing of cards against published vectors, on the host and on the VM."""

import hashlib
import hmac

import pytest
from cryptolib import aes

from host_tools.link import seal as host
from railbird.link import seal
from railbird.link.mac import Mac, same

# RFC 4231, 4.2-4.4: HMAC-SHA-256. The keys of 4.7 and 4.8 are longer than a block; ours never are.
RFC_4231 = (
    ("0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe".hex(),
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    ("aa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
)
# FIPS 197, appendix C.1, and SP 800-38A, F.1.1 (its first block).
FIPS_197 = (
    (
        "000102030405060708090a0b0c0d0e0f",
        "00112233445566778899aabbccddeeff",
        "69c4e0d86a7b0430d8cdb78070b4c55a",
    ),
    (
        "2b7e151628aed2a6abf7158809cf4f3c",
        "6bc1bee22e409f96e93d7e117393172a",
        "3ad77bb40d7a3660a89ecaf32466ef97",
    ),
)


@pytest.mark.parametrize(("key", "text", "digest"), RFC_4231)
def test_hmac(key, text, digest):
    assert Mac(bytes.fromhex(key)).digest(text).hex() == digest


@pytest.mark.parametrize(("key", "text", "block"), FIPS_197)
def test_aes_as_the_firmware_finds_it_on_cpython(key, text, block):
    one = aes(bytes.fromhex(key), 1)
    assert one.encrypt(bytes.fromhex(text)).hex() == block
    assert one.decrypt(bytes.fromhex(block)).hex() == text


def test_both_on_the_vm(vm):
    out = vm(
        "from cryptolib import aes\n"
        "from railbird.link.mac import Mac\n"
        f"for key, text, _ in {RFC_4231!r}: print(Mac(bytes.fromhex(key)).digest(text).hex())\n"
        f"for key, text, _ in {FIPS_197!r}: "
        "print(aes(bytes.fromhex(key), 1).encrypt(bytes.fromhex(text)).hex())\n"
    )
    assert out.split() == [row[2] for row in RFC_4231 + FIPS_197]


def test_hmac_of_the_gauge_with_32_bit_words(either_vm):
    key, text, digest = RFC_4231[1]
    out = either_vm(
        f"from railbird.link.mac import Mac\nprint(Mac(bytes.fromhex({key!r})).digest({text!r}).hex())"
    )
    assert out.strip() == digest


def test_a_mac_of_one_wrong_bit_is_another():
    mac = bytes(range(16))
    for bit in range(128):
        wrong = bytearray(mac)
        wrong[bit // 8] ^= 1 << bit % 8
        assert not same(wrong, b"ab" + mac, 2)
    assert same(mac + b"more", b"ab" + mac, 2)


KEY = bytes(range(100, 132))
HAND = b"\x07\x00\x01\x00"


def test_block_by_hand():
    """The scheme of the docstring, with the standard library and AES alone."""
    key = hmac.new(KEY, b"\x09", "sha256").digest()[:16]
    text = bytes((64 + 51, 9)) + HAND + bytes(10)
    assert seal.sealed(seal.card_key(Mac(KEY), 9), 64 + 51, 9, HAND) == aes(key, 1).encrypt(text)
    assert seal.commitment(KEY, HAND) == hashlib.sha256(KEY + HAND).digest()


def test_host_opens_what_the_device_sealed_and_nothing_else():
    block = seal.sealed(seal.card_key(Mac(KEY), 3), 17, 3, HAND)
    assert host.open_block(block, host.card_key(KEY, 3), 3, HAND) == 17
    for key, number, hand in (
        (host.card_key(KEY, 4), 3, HAND),
        (host.card_key(KEY, 3), 4, HAND),
        (host.card_key(KEY, 3), 3, b"\x07\x00\x02\x00"),
    ):
        with pytest.raises(host.SealError, match=f"the key does not open card {number}"):
            host.open_block(block, key, number, hand)


def test_audit_key_gives_the_hand_key():
    audit = b"a" * 32
    assert host.open_audit(seal.for_audit(audit, KEY, HAND), audit, HAND) == KEY
    assert host.open_audit(seal.for_audit(audit, KEY, HAND), b"b" * 32, HAND) != KEY
    assert host.is_commitment(seal.commitment(KEY, HAND), KEY, HAND)
    assert not host.is_commitment(seal.commitment(KEY, HAND), KEY, b"\x07\x00\x02\x00")


def test_no_two_cards_of_two_hands_share_a_block():
    blocks = {
        seal.sealed(seal.card_key(Mac(KEY), number), code, number, hand)
        for number in range(1, 53)
        for code in range(52)
        for hand in (HAND, b"\x07\x00\x02\x00")
    }
    assert len(blocks) == 52 * 52 * 2
