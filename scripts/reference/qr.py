"""Writes Fixtures/qr/codes.txt: QR codes of qrcode (PyPI), an encoder of its own.

    pip install qrcode==8.2
    python3 scripts/reference/qr.py

A line a code: the text, the mask, the rows of modules in hexadecimal; byte mode, error correction L.
"""
from pathlib import Path

import qrcode
from qrcode.util import MODE_8BIT_BYTE, QRData

TEXTS = [
    "http://127.0.0.1:8080/?token=0123456789abcdef0123456789abcdef",
    "http://192.168.178.120:54321/?token=f0e1d2c3b4a5968778695a4b3c2d1e0f",
    "a", "scrollfit record",
    *[("http://host/" + "scrollfit" * 30)[:length] for length in (32, 53, 78, 106, 134, 154, 192, 230)],
]


def main():
    lines = []
    for index, text in enumerate(TEXTS):
        mask = index % 8
        code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=0, mask_pattern=mask)
        code.add_data(QRData(text.encode(), mode=MODE_8BIT_BYTE))
        code.make()
        rows = [format(sum(bool(module) << place for place, module in enumerate(reversed(row))), "x") for row in code.modules]
        lines.append("\t".join([text, str(mask), *rows]) + "\n")
    Path(__file__).resolve().parents[2].joinpath("Fixtures/qr/codes.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
