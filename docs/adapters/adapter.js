// An adapter for zobrist check -adapter. See docs/test-adapter.md for the protocol.
"use strict";

const { Game, keys } = require("./hexapawn.js");

const mistake = process.argv[2];
if (![undefined, "captured", "undo", "load"].includes(mistake)) {
  console.error(`unknown mistake "${mistake}": want captured, undo or load`);
  process.exit(1);
}
let game = new Game(mistake);
const hex = (key) => key.toString(16).padStart(16, "0");
const ok = () => "ok";

const requests = {
  new: (text) => ok((game = new Game(mistake, text))),
  moves: () => game.moves().join(" "),
  make: (name) => ok(game.make(name)),
  unmake: () => ok(game.unmake()),
  null: () => ok(game.switch()),
  unnull: () => ok(game.switch()),
  key: () => hex(game.key),
  recompute: () => hex(game.recompute()),
  position: () => game.board.join("") + " " + game.turn,
  keys: () => Object.entries(keys).map(([name, key]) => hex(key) + " " + name + "\n").join(""),
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [request, ...rest] = line.trim().split(" ");
  const answer = requests[request];
  console.log(answer ? answer(rest.join(" ")) : "unknown");
});
