// Hexapawn on 4 x 4 squares, with Zobrist keys. A small game for the adapters.
"use strict";

const squares = [..."1234"].flatMap((rank) => [..."abcd"].map((file) => file + rank));
const keys = {};
let state = 1n;
for (const name of [...squares.flatMap((s) => [s + " w", s + " b"]), "side"]) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n); // SplitMix64
  let z = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  keys[name] = z ^ (z >> 31n);
}

class Game {
  constructor(mistake, text) {
    const [board, turn] = (text || "wwww........bbbb w").split(" ");
    this.board = [...board];
    this.turn = turn;
    this.done = [];
    this.mistake = mistake; // a planted mistake
    this.key = this.recompute();
    if (mistake === "load" && turn === "b") this.key ^= keys.side;
  }
  pawnKey(square, pawn) {
    return pawn === "." ? 0n : keys[squares[square] + " " + pawn];
  }
  recompute() {
    const side = this.turn === "b" ? keys.side : 0n;
    return this.board.reduce((key, pawn, square) => key ^ this.pawnKey(square, pawn), side);
  }
  // A pawn steps forward, or captures diagonally. The first on the last rank wins.
  legal(from, to) {
    const { board, turn } = this;
    const step = (to >> 2) - (from >> 2);
    const files = Math.abs((to & 3) - (from & 3));
    if (board.indexOf("b") < 4 && board.includes("b")) return false;
    if (board.lastIndexOf("w") >= 12) return false;
    if (board[from] !== turn || step !== (turn === "w" ? 1 : -1)) return false;
    return files === 0 ? board[to] === "." : files === 1 && board[to] === (turn === "w" ? "b" : "w");
  }
  moves() {
    const all = [...Array(256).keys()].filter((i) => this.legal(i >> 4, i & 15));
    return all.map((i) => squares[i >> 4] + squares[i & 15]);
  }
  make(move) {
    const from = squares.indexOf(move.slice(0, 2));
    const to = squares.indexOf(move.slice(2));
    this.done.push([from, to, this.board[to], this.key]);
    this.key ^= this.pawnKey(from, this.turn) ^ this.pawnKey(to, this.turn);
    if (this.mistake !== "captured") this.key ^= this.pawnKey(to, this.board[to]);
    this.board[from] = ".";
    this.board[to] = this.turn;
    this.switch();
  }
  unmake() {
    const [from, to, captured, key] = this.done.pop();
    this.board[from] = this.board[to];
    this.board[to] = captured;
    this.switch();
    if (this.mistake !== "undo") this.key = key;
  }
  switch() {
    this.turn = this.turn === "w" ? "b" : "w";
    this.key ^= keys.side;
  }
}

module.exports = { Game, keys };
