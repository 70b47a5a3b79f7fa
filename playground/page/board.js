// The board: it shows the pieces and takes moves. Squares are numbered as in the
// library: a1 is 0 and h8 is 63.

import { setAttribute } from './bits.js';
import { draw, nameOf } from './pieces.js';

const $ = id => document.getElementById(id);
const nameOfSquare = s => 'abcdefgh'[s & 7] + ((s >> 3) + 1);

export class Board {
  // The board calls play(step) with a legal move, and put(square) when the user
  // chooses a square while editing.
  constructor({ play, put }) {
    Object.assign(this, { play, put, cells: [], focus: 12, selected: -1, editing: false, layout: '' });
    this.element = $('board');
    this.element.addEventListener('keydown', e => this.key(e));
    this.element.addEventListener('pointerdown', e => this.down(e));
    this.element.addEventListener('focusin', e => {
      const cell = e.target.closest('[data-square]');
      if (cell) this.setFocus(+cell.dataset.square);
    });
  }

  // rows returns the squares as seen, row by row. An Othello diagram has row 1 on
  // top.
  rows() {
    const up = (this.game === 'chess') !== this.turned;
    return [...Array(8).keys()].map(r => {
      const rank = up ? 7 - r : r;
      return [...Array(8).keys()].map(f => 8 * rank + (this.turned ? 7 - f : f));
    });
  }

  // lay makes the squares.
  lay() {
    const layout = this.game + this.turned;
    if (layout === this.layout) return;
    this.layout = layout;
    this.element.className = this.game;
    this.element.setAttribute('aria-label', this.game === 'chess' ? 'Chess board' : 'Othello board');
    const rows = this.rows();
    const edge = text => `<span class="edge" aria-hidden="true">${text}</span>`;
    const files = '<div class="files" aria-hidden="true"><span></span>' + rows[0].map(s => edge('abcdefgh'[s & 7])).join('') + '</div>';
    this.element.innerHTML = rows.map(row => `<div class="rank" role="row">${edge((row[0] >> 3) + 1)}` +
      row.map(s => `<div role="gridcell" class="square ${(s + (s >> 3)) & 1 ? 'light' : 'dark'}" data-square="${s}" tabindex="-1"></div>`).join('') +
      '</div>').join('') + files;
    this.cells = [];
    for (const cell of this.element.querySelectorAll('[data-square]')) this.cells[+cell.dataset.square] = cell;
  }

  // show brings the board up to date with a view.
  show(view, game, turned) {
    if (this.game !== game) this.focus = game === 'chess' ? 12 : 26;
    Object.assign(this, { view, game, turned, selected: -1 });
    this.lay();
    this.paint();
  }

  movesFrom(from) { return this.view.moves.filter(m => m.from === from); }

  // targets returns the moves that choosing a square now would play.
  targets() {
    if (this.editing) return [];
    return this.game === 'othello' ? this.view.moves : this.selected < 0 ? [] : this.movesFrom(this.selected);
  }

  paint() {
    const { view } = this, targets = new Set(this.targets().map(m => m.to)), movable = new Set(view.moves.map(m => m.from));
    this.cells.forEach((cell, s) => {
      const letter = view.cells[s], classes = cell.classList;
      if (cell.dataset.man !== letter) {
        cell.dataset.man = letter;
        cell.innerHTML = draw(letter);
      }
      classes.toggle('target', targets.has(s));
      classes.toggle('taken', targets.has(s) && letter !== '.');
      classes.toggle('selected', s === this.selected);
      classes.toggle('last', view.last.includes(s));
      classes.toggle('movable', !this.editing && movable.has(s));
      setAttribute(cell, 'tabindex', s === this.focus ? 0 : -1);
      setAttribute(cell, 'aria-selected', s === this.selected);
      const can = this.editing ? '' : targets.has(s) ? (this.game === 'chess' ? ', can be moved to' : ', can be played') : movable.has(s) ? ', can move' : '';
      setAttribute(cell, 'aria-label', `${nameOfSquare(s)}, ${nameOf(letter)}${can}`);
    });
  }

  setFocus(s) {
    if (s === this.focus) return;
    this.cells[this.focus].tabIndex = -1;
    this.focus = s;
    this.cells[s].tabIndex = 0;
  }

  select(s) {
    this.selected = s;
    this.paint();
  }

  // choose is a tap, or Enter, on a square.
  choose(s) {
    if (this.editing) return this.put(s);
    const moves = this.targets().filter(m => m.to === s);
    if (moves.length > 0) return this.move(moves);
    this.select(s !== this.selected && this.movesFrom(s).length > 0 ? s : -1);
  }

  // move plays one of the moves between two squares. If there are several, they
  // differ in the promotion.
  move(moves) {
    if (moves.length === 1) return this.play(moves[0].step);
    const dialog = $('promotion');
    $('promotions').innerHTML = moves.map(m => {
      const letter = m.to > 31 ? m.step[4].toUpperCase() : m.step[4];
      return `<button type="button" value="${m.step}" aria-label="${nameOf(letter)}">${draw(letter)}</button>`;
    }).join('');
    for (const b of $('promotions').children) {
      b.onclick = () => {
        dialog.onclose = null;
        dialog.close();
        this.cells[this.focus].focus();
        this.play(b.value);
      };
    }
    // The event comes late on a busy machine. The focus may be in a field by then.
    dialog.onclose = () => this.select(-1);
    dialog.showModal();
  }

  key(e) {
    this.setFocus(+e.target.closest('[data-square]').dataset.square);
    const rows = this.rows(), row = rows.findIndex(r => r.includes(this.focus)), column = rows[row].indexOf(this.focus);
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -column], End: [0, 7 - column] };
    if (steps[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) {
      const clamp = n => Math.max(0, Math.min(7, n));
      const s = rows[clamp(row + steps[e.key][0])][clamp(column + steps[e.key][1])];
      this.setFocus(s);
      this.cells[s].focus();
    } else if (e.key === 'Enter' || e.key === ' ') {
      this.choose(this.focus);
    } else if (e.key === 'Escape' && this.selected >= 0) {
      this.select(-1);
    } else {
      return;
    }
    e.preventDefault();
  }

  // down starts a tap or a drag.
  down(e) {
    const cell = e.target.closest('[data-square]');
    if (!cell || e.button !== 0) return;
    const from = +cell.dataset.square, drags = !this.editing && this.movesFrom(from).length > 0;
    const wasSelected = this.selected === from;
    let ghost = null;
    const over = ev => {
      const at = document.elementFromPoint(ev.clientX, ev.clientY)?.closest('[data-square]');
      return at ? +at.dataset.square : -1;
    };
    const moved = ev => {
      if (!drags) return;
      if (!ghost) {
        if (Math.hypot(ev.clientX - e.clientX, ev.clientY - e.clientY) < 5) return;
        if (this.selected !== from) this.select(from);
        ghost = cell.firstElementChild.cloneNode(true);
        ghost.classList.add('ghost');
        ghost.style.width = ghost.style.height = cell.clientWidth + 'px';
        document.body.append(ghost);
        cell.classList.add('lifted');
      }
      ghost.style.left = ev.clientX + 'px';
      ghost.style.top = ev.clientY + 'px';
    };
    const end = ev => {
      for (const [type, f] of Object.entries(listeners)) window.removeEventListener(type, f);
      cell.classList.remove('lifted');
      ghost?.remove();
      if (ev.type === 'pointercancel') return;
      const to = over(ev);
      if (ghost) {
        const moves = this.movesFrom(from).filter(m => m.to === to);
        if (moves.length > 0) this.move(moves);
        else if (to !== from || wasSelected) this.select(-1);
      } else if (to === from) {
        this.choose(from);
      }
    };
    const listeners = { pointermove: moved, pointerup: end, pointercancel: end };
    for (const [type, f] of Object.entries(listeners)) window.addEventListener(type, f);
  }
}
