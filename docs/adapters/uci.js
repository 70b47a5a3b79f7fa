// A UCI shim for a chess library, here chess.js 1.4: zobrist check node uci.js
"use strict";

let Chess;
try {
  Chess = require("chess.js").Chess;
} catch (err) {
  console.error("uci.js needs chess.js: run npm install chess.js in its folder\n" + err.message);
  process.exit(1);
}

let game = new Chess();
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, kind, ...words] = line.trim().split(" ");
  if (command === "uci") console.log("id name chess.js\nuciok");
  if (command === "isready") console.log("readyok");
  if (command === "go") console.log("bestmove 0000"); // no search, and no perft
  if (command === "quit") process.exit();
  if (command === "position") {
    const [fen, moves] = words.join(" ").split("moves");
    game = kind === "fen" ? new Chess(fen.trim(), { skipValidation: true }) : new Chess();
    for (const m of (moves || "").trim().split(" ").filter(Boolean)) {
      game.move({ from: m.slice(0, 2), to: m.slice(2, 4), promotion: m[4] });
    }
  }
  // hash() is the key that moves update. Do not print one that is computed from scratch.
  if (command === "d") console.log(`Fen: ${game.fen()}\nKey: ${game.hash().padStart(16, "0")}`);
});
