"""An adapter for zobrist check -adapter. See docs/test-adapter.md for the protocol."""

import sys

import hexapawn

mistake = sys.argv[1] if len(sys.argv) > 1 else None
if mistake not in (None, "captured", "undo", "load"):
    sys.exit(f"unknown mistake {mistake!r}: want captured, undo or load")
game = hexapawn.Game(mistake)

for line in sys.stdin:
    request, _, argument = line.strip().partition(" ")
    answer = "ok"
    if request == "new":
        game = hexapawn.Game(mistake, argument)
    elif request == "moves":
        answer = " ".join(game.moves())
    elif request == "make":
        game.make(argument)
    elif request == "unmake":
        game.unmake()
    elif request in ("null", "unnull"):
        game.switch()
    elif request == "key":
        answer = f"{game.key:016x}"
    elif request == "recompute":
        answer = f"{game.recompute():016x}"
    elif request == "position":
        answer = "".join(game.board.values()) + " " + game.turn
    elif request == "keys":
        answer = "".join(f"{key:016x} {name}\n" for name, key in hexapawn.KEYS.items())
    else:
        answer = "unknown"
    print(answer, flush=True)
