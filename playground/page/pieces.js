// The men of the boards, drawn for this page.

const base = '<path d="M11 36h23a1.5 1.5 0 0 1 1.5 1.5v2a1.5 1.5 0 0 1-1.5 1.5H11a1.5 1.5 0 0 1-1.5-1.5v-2A1.5 1.5 0 0 1 11 36z"/>';
const shapes = {
  p: `<path d="M19 23.5c0 6-3 9-5.5 12.5h18c-2.5-3.5-5.5-6.5-5.5-12.5z"/><path d="M16.5 20.5h12a1.2 1.2 0 0 1 1.2 1.2v.8a1.2 1.2 0 0 1-1.2 1.2h-12a1.2 1.2 0 0 1-1.2-1.2v-.8a1.2 1.2 0 0 1 1.2-1.2z"/><circle cx="22.5" cy="14.5" r="6"/>${base}`,
  r: `<path d="M15 19h15l1 17H14z"/><path d="M11.5 9h5v3.5h4V9h4v3.5h4V9h5v7.5L31 19H14l-2.5-2.5z"/>${base}`,
  b: `<path d="M18.5 28.5c-.5 3.5-2.5 5.5-4.5 7.5h17c-2-2-4-4-4.5-7.5z"/><path d="M22.5 8.5c5 4 7.5 8 7.5 12 0 3-1.5 5-3.5 6.5h-8c-2-1.5-3.5-3.5-3.5-6.5 0-4 2.5-8 7.5-12z"/><circle cx="22.5" cy="7" r="2.4"/><path d="M16.5 26.5h12v2.5h-12z"/><path class="line" d="M25.5 14.5l-4 6"/>${base}`,
  n: `<path d="M14 36c0-7 6.5-9 7-14.5-2.5.5-4 2.5-7.5 3.5-1.5.4-3-1.5-3.5-3.5 2-3 5-5.5 6-8.5.4-1.5 0-3.5.5-5.5 2 .5 3.5 1.5 4.5 3C29.5 11 34.5 18.5 33 36z"/><circle class="dot" cx="18.5" cy="15.5" r="1.3"/><path class="line" d="M25.5 15c3 3 4.2 8 4 14"/>${base}`,
  q: `<path d="M14 30.5c0 2.5-1 4-2 5.5h21c-1-1.5-2-3-2-5.5z"/><path d="M9.5 15l5 15.5h16l5-15.5-6.5 8-1.700-11.5-4.800 10.5-4.800-10.5L16 23z"/><circle cx="9.5" cy="13.5" r="2.2"/><circle cx="17.5" cy="10" r="2.2"/><circle cx="27.5" cy="10" r="2.2"/><circle cx="35.5" cy="13.5" r="2.2"/>${base}`,
  k: `<path d="M21.2 4.5h2.600v3h3v2.600h-3v4h-2.600v-4h-3V7.5h3z"/><path d="M22.5 13.5c3.5 0 4.5 3 4.2 6 2-3 8.800-3.5 9.3 1.5.4 4.5-4.5 8-5 15H14c-.5-7-5.4-10.5-5-15 .5-5 7.3-4.5 9.3-1.5-.3-3 .7-6 4.2-6z"/><path class="line" d="M14.5 30.5c5-1.600 11-1.600 16 0"/>${base}`,
};
const names = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king', x: 'black disc', o: 'white disc' };

// draw returns the SVG of the piece for a letter of FEN, or of the disc for X and O.
export function draw(letter) {
  if (letter === '.') return '';
  if (letter === 'X' || letter === 'O') {
    return `<svg class="man ${letter === 'O' ? 'white' : 'black'}" viewBox="0 0 45 45" aria-hidden="true"><circle cx="22.5" cy="22.5" r="17"/></svg>`;
  }
  const kind = letter.toLowerCase();
  return `<svg class="man ${letter === kind ? 'black' : 'white'}" viewBox="0 0 45 45" aria-hidden="true">${shapes[kind]}</svg>`;
}

// nameOf returns a letter's piece or disc in words.
export function nameOf(letter) {
  if (letter === '.') return 'empty';
  if (letter === 'X' || letter === 'O') return names[letter.toLowerCase()];
  const kind = letter.toLowerCase();
  return (letter === kind ? 'black ' : 'white ') + names[kind];
}

// describe says in words what a key of the library stands for, and with gone, whether
// it is removed or not.
export function describe(name, gone) {
  const [square, what] = name.split(' ');
  if (name === 'side') return 'White to move';
  if (gone !== undefined && (square === 'castling' || square === 'en')) return gone ? 'removed' : 'added';
  if (square === 'castling') {
    return (what < 'a' ? 'White’s right, ' : 'Black’s right, ') + (what.toLowerCase() === 'k' ? 'king’s side' : 'queen’s side');
  }
  if (square === 'en') return 'a pawn can be captured there';
  const piece = what === 'Black' || what === 'White' ? 'disc' : nameOf(what);
  if (gone === undefined) return piece;
  return `${piece} ${gone ? 'removed' : 'placed'}`;
}
