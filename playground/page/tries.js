// Examples: steps from the start of a game.

const chess = [
  ['Two pawn steps: nobody can capture en passant', 'e2e4'],
  ['En passant: the capture is legal', 'e2e4.a7a6.e4e5.d7d5'],
  ['En passant: the capturing pawn is pinned', '8/8/8/8/k2p3Q/8/4P3/3K4 w - - 0 1.e2e4'],
  ['An en passant capture', 'e2e4.a7a6.e4e5.d7d5.e5d6'],
  ['Castling', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1.e1g1'],
  ['A rook captured on its corner', 'r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1.g2a8'],
  ['Castling in Chess960', '1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1.e1g1'],
  ['Promotion with capture', 'n1n1k3/PPP5/8/8/8/8/5ppp/4K1N1 w - - 0 1.b7a8q'],
  ['A null move after two pawn steps', 'e2e4.a7a6.e4e5.d7d5.0000'],
  ['There and back: the first key again', 'g1f3.g8f6.f3g1.f6g8'],
];
const othello = [
  ['Six moves', 'f5.d6.c3.d3.c4.f4'],
  ['A side that must pass', 'f5.f6.d3.g5.h5.h4.f7.h6.pa'],
];

const list = all => all.map(([name, steps]) => ({ name, steps: steps.split('.') }));
export const tries = { chess: list(chess), othello: list(othello) };
