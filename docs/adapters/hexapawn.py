"""Hexapawn on 4 x 4 squares, with Zobrist keys. A small game for the adapters."""

import random

SQUARES = [file + rank for rank in "1234" for file in "abcd"]
random.seed(1)
KEYS = {square + " " + pawn: random.getrandbits(64) for square in SQUARES for pawn in "wb"}
KEYS["side"] = random.getrandbits(64)


class Game:
    def __init__(self, mistake=None, text=""):
        board, self.turn = (text or "wwww........bbbb w").split()
        self.board = dict(zip(SQUARES, board))
        self.done = []
        self.mistake = mistake  # a planted mistake
        self.key = self.recompute()
        if mistake == "load" and self.turn == "b":
            self.key ^= KEYS["side"]

    def recompute(self):
        key = KEYS["side"] if self.turn == "b" else 0
        for square, pawn in self.board.items():
            key ^= KEYS.get(square + " " + pawn, 0)
        return key

    def moves(self):
        """A pawn steps forward, or captures diagonally. The first on the last rank wins."""
        board, me = self.board, self.turn
        if "b" in [board[s] for s in SQUARES[:4]] or "w" in [board[s] for s in SQUARES[12:]]:
            return []
        foe, step = ("b", 1) if me == "w" else ("w", -1)
        wanted = {0: ".", 1: foe, -1: foe}  # on the target square, by files moved to the right
        return [a + b for a in SQUARES for b in SQUARES
                if board[a] == me and int(b[1]) - int(a[1]) == step
                and board[b] == wanted.get(ord(b[0]) - ord(a[0]))]

    def make(self, move):
        a, b = move[:2], move[2:]
        self.done.append((a, b, self.board[b], self.key))
        self.key ^= KEYS[a + " " + self.turn] ^ KEYS[b + " " + self.turn]
        if self.mistake != "captured":
            self.key ^= KEYS.get(b + " " + self.board[b], 0)
        self.board[a], self.board[b] = ".", self.turn
        self.switch()

    def unmake(self):
        a, b, captured, key = self.done.pop()
        self.board[a], self.board[b] = self.board[b], captured
        self.switch()
        if self.mistake != "undo":
            self.key = key

    def switch(self):
        self.turn = "b" if self.turn == "w" else "w"
        self.key ^= KEYS["side"]
