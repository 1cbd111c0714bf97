"""What MicroPython's own module of this name gives to the firmware when CPython runs it: AES, block by block."""

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

ECB = 1


class aes:
    """AES under a key of 16 or 32 bytes, mode ECB: ValueError for another mode, key or size of text."""

    def __init__(self, key: bytes, mode: int) -> None:
        if mode != ECB:
            raise ValueError("mode")
        self._cipher = Cipher(algorithms.AES(key), modes.ECB())

    def encrypt(self, text: bytes) -> bytes:
        """Whole blocks of 16 bytes, each by itself."""
        one = self._cipher.encryptor()
        return one.update(text) + one.finalize()

    def decrypt(self, text: bytes) -> bytes:
        """The way back."""
        one = self._cipher.decryptor()
        return one.update(text) + one.finalize()
