// The page: its state, and the functions that change it. A link holds the state. The
// library, as WebAssembly, returns a view of the state.

import { Birthday } from './birthday.js';
import { setText } from './bits.js';
import { Board } from './board.js';
import { draw, nameOf } from './pieces.js';
import { escape, say, showFeatures, showKey, showRules, showSum, showSwitches, showVerdict } from './show.js';
import { tries } from './tries.js';

const $ = id => document.getElementById(id);
const defaults = { game: 'chess', keys: 'polyglot', rule: 'pseudo-legal', steps: [], at: 0, flip: false, says: '', bits: 16 };
let state = { ...defaults };
let view = null;
let put = '.'; // what an edit puts on a square

const board = new Board({ play: step => add([step]), put: s => edit(`${'abcdefgh'[s & 7]}${(s >> 3) + 1} ${put}`) });
const birthday = new Birthday();

// The link. Blanks of positions are written as _.

function toHash() {
  const parts = [];
  const part = (name, value, usual) => { if (value !== usual) parts.push(`${name}=${value}`); };
  part('game', state.game, 'chess');
  part('keys', state.keys, state.game === 'chess' ? 'polyglot' : '1');
  part('rule', state.rule, defaults.rule);
  part('steps', state.steps.map(s => s.replaceAll(' ', '_')).join('.'), '');
  part('at', state.at, state.steps.length);
  part('flip', +state.flip, 0);
  part('says', encodeURIComponent(state.says), '');
  part('bits', state.bits, defaults.bits);
  return '#' + parts.join('&');
}

// address puts the link into the address bar after a while, because the browser takes
// longer for that than the page for an answer.
function address() {
  clearTimeout(address.soon);
  address.soon = setTimeout(() => history.replaceState(null, '', toHash()), 150);
}

function fromHash(hash) {
  const values = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [name, value] = part.split(/=(.*)/s);
    try { values[name] = decodeURIComponent(value ?? ''); } catch { values[name] = value; }
  }
  const s = { ...defaults, game: values.game ?? 'chess' };
  s.keys = values.keys ?? (s.game === 'chess' ? 'polyglot' : '1');
  s.rule = values.rule ?? s.rule;
  s.steps = values.steps ? values.steps.split('.').map(step => step.replaceAll('_', ' ')) : [];
  s.at = Math.trunc(values.at ?? s.steps.length) || 0;
  s.flip = values.flip === '1';
  s.says = values.says ?? '';
  const bits = Math.trunc(values.bits);
  s.bits = bits >= 8 && bits <= 32 ? bits : defaults.bits;
  return s;
}

// update shows a state. from is the number of steps played before. If the library
// refuses the state, the page stays unchanged.
function update(next, from = next.at - 1) {
  performance.mark('asked');
  const answer = zobrist.view({ ...next, from: Math.max(0, from) });
  $('wrong').textContent = '';
  $('trouble').textContent = answer.error ?? '';
  if (!answer.key) return false;
  view = answer;
  state = { ...next, steps: answer.steps, at: answer.at };
  from = view.from;
  const undone = from > state.at, step = from === state.at ? undefined : state.steps[Math.min(from, state.at)];
  board.show(view, state.game, state.flip);
  showKey(view);
  showSum(view, view.changed.length > 0 ? step : undefined, undone);
  showRules(view, state.rule);
  showSwitches(view);
  say(view, view.changed.length > 0 ? step : undefined);
  showControls();
  birthday.reset(state.game, state.bits);
  $('verdict').replaceChildren();
  address();
  performance.measure('answer', 'asked');
  return true;
}

function showControls() {
  const chess = state.game === 'chess';
  setText($('status'), view.status + '.');
  for (const radio of document.querySelectorAll('input[name=game]')) radio.checked = radio.value === state.game;
  $('undo').disabled = state.at === 0;
  $('redo').disabled = state.at === state.steps.length;
  setText($('pass'), chess ? 'Null move' : 'Pass');
  $('tip-null').parentElement.hidden = !chess;
  $('pass').disabled = !view.pass;
  $('pass').classList.toggle('due', !chess && view.pass);
  $('keys').options[0].disabled = !chess;
  $('keys').value = state.keys === 'polyglot' ? 'polyglot' : 'seed';
  $('seed').hidden = state.keys === 'polyglot';
  if (state.keys !== 'polyglot') $('seed').value = state.keys;
  if (showControls.says !== state.says) $('says-key').value = showControls.says = state.says; // else it stays as typed
  $('width').value = state.bits;
  setText($('width-text'), String(state.bits));
  setText(document.querySelector('label[for=text]'), chess ? 'Paste a FEN, or moves such as e2e4 e7e5' :
    'Paste a problem line (64 of X, O and -, then X or O to move), or moves such as f5d6c3');
  if ($('tries').dataset.game !== state.game) {
    $('tries').dataset.game = state.game;
    $('tries').replaceChildren(new Option('Show me …', ''), ...tries[state.game].map((t, i) => new Option(t.name, i)));
    palette();
  }
  showSteps();
}
showControls.says = ''; // what it showed last

// showSteps lists the steps. A step is a button that shows the position after it. Only
// new steps make new elements.
function showSteps() {
  const list = $('steps'), { steps, at } = state;
  const same = steps.findIndex((step, i) => list.children[i]?.dataset.step !== step);
  while (list.children.length > (same < 0 ? steps.length : same)) list.lastElementChild.remove();
  list.insertAdjacentHTML('beforeend', steps.slice(list.children.length).map((step, i) => {
    const text = step.length > 5 ? 'edit' : step === '0000' ? 'null' : step === 'pa' ? 'pass' : step;
    return `<li data-step="${escape(step)}"><button type="button" data-at="${list.children.length + i + 1}">${text}</button></li>`;
  }).join(''));
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const current = list.children[at - 1]?.firstElementChild;
  current?.setAttribute('aria-current', 'step');
  // Wait for the layout. Asking for positions now would force it.
  requestAnimationFrame(() => { list.scrollLeft = current ? current.offsetLeft - list.clientWidth / 2 : 0; });
}

// add plays steps from the position shown. It drops the steps that were undone.
function add(steps) {
  const all = [...state.steps.slice(0, state.at), ...steps];
  return update({ ...state, steps: all, at: all.length });
}

function edit(what) {
  const { step, error } = zobrist.edit({ ...state, from: state.at }, what);
  if (error) $('trouble').textContent = error;
  else if (step !== view.position) add([step]);
}

function go(at) {
  if (at >= 0 && at <= state.steps.length && at !== state.at) update({ ...state, at }, state.at);
}

function palette() {
  const men = state.game === 'chess' ? 'PNBRQK.pnbrqk' : 'XO.';
  put = men[0];
  $('palette').innerHTML = [...men].map((m, i) => `<label><input type="radio" name="man" value="${m}"${i === 0 ? ' checked' : ''} aria-label="${nameOf(m)}"><span>${m === '.' ? '✕' : draw(m)}</span></label>`).join('');
}

function setEditing(on) {
  board.editing = on;
  $('edit').setAttribute('aria-pressed', on);
  $('palette').hidden = !on;
  board.select(-1);
}

function explain() {
  state.says = showControls.says = $('says-key').value.trim();
  address();
  if (state.says) showVerdict(zobrist.explain({ ...state, from: state.at }, state.says));
  else $('verdict').replaceChildren();
}

function listen() {
  $('undo').onclick = () => go(state.at - 1);
  $('redo').onclick = () => go(state.at + 1);
  $('pass').onclick = () => add([state.game === 'chess' ? '0000' : 'pa']);
  $('flip').onclick = () => { update({ ...state, flip: !state.flip }); };
  $('new').onclick = () => { setEditing(false); update({ ...state, steps: [], at: 0, says: '' }); };
  $('edit').onclick = () => setEditing(!board.editing);
  $('palette').onchange = e => { put = e.target.value; };
  $('steps').onclick = e => { if (e.target.dataset.at) update({ ...state, at: +e.target.dataset.at }); };
  $('games').onchange = e => {
    setEditing(false);
    update({ ...state, game: e.target.value, keys: e.target.value === 'chess' ? 'polyglot' : '1', steps: [], at: 0, says: '' });
  };
  $('keys').onchange = () => update({ ...state, keys: $('keys').value === 'polyglot' ? 'polyglot' : $('seed').value || '1' });
  $('seed').onchange = () => update({ ...state, keys: $('seed').value });
  $('rules').onchange = e => update({ ...state, rule: e.target.value });
  $('switches').onclick = e => {
    const b = e.target.closest('button');
    if (b && b.getAttribute('aria-disabled') !== 'true') edit(b.dataset.edit);
  };
  $('all').ontoggle = () => showFeatures(view);
  $('tries').onchange = () => {
    const t = tries[state.game][$('tries').value];
    if (t) update({ ...state, steps: t.steps, at: t.steps.length, rule: t.rule ?? state.rule });
    $('tries').value = '';
  };
  $('width').oninput = () => update({ ...state, bits: +$('width').value }, state.at);
  $('link').onclick = async () => {
    try {
      await navigator.clipboard.writeText(location.href.replace(/#.*|$/s, toHash()));
      $('link').textContent = 'Copied';
    } catch {
      $('link').textContent = 'Copy the address of this page';
    }
    setTimeout(() => { $('link').textContent = 'Copy link'; }, 2000);
  };
  window.addEventListener('hashchange', () => open(location.hash));
  document.addEventListener('keydown', e => {
    if (e.key === 'Escape' && e.target.matches('.word button')) e.target.blur();
    if (!(e.ctrlKey || e.metaKey) || e.altKey || e.target.matches('input[type=text]')) return;
    const key = e.key.toLowerCase();
    if (key === 'z' && !e.shiftKey) go(state.at - 1);
    else if (key === 'y' || key === 'z') go(state.at + 1);
    else return;
    e.preventDefault();
  });
}

// listenForText lets the user type while the library loads. Else the browser would send the
// form, and load the page anew.
function listenForText(loaded) {
  $('paste').onsubmit = async e => {
    e.preventDefault();
    await loaded;
    const text = $('text').value, { steps, error } = zobrist.paste({ ...state, from: state.at }, text);
    if (error) $('wrong').textContent = error;
    else if (add(steps)) $('text').value = '';
  };
  $('says').onsubmit = async e => {
    e.preventDefault();
    await loaded;
    explain();
  };
}

// open shows the state in a link. If the link names an unknown game, the page shows an
// error and starts without the link.
function open(hash) {
  update(fromHash(hash));
  if (!view) {
    const { textContent: wrong } = $('trouble');
    update({ ...defaults });
    $('trouble').textContent = 'The link: ' + wrong;
  }
  if (state.says) explain();
}

async function load() {
  if (typeof WebAssembly !== 'object') {
    throw new Error('This page runs the library as WebAssembly, which this browser does not have, or does not allow here.');
  }
  const go = new Go(), response = await fetch('zobrist.wasm');
  if (!response.ok) throw new Error(`zobrist.wasm: ${response.status} ${response.statusText}`);
  // Some hosts do not send the type application/wasm. Without it the browser
  // cannot compile while it downloads.
  const streams = response.headers.get('Content-Type')?.startsWith('application/wasm');
  const { instance } = await (streams ? WebAssembly.instantiateStreaming(response, go.importObject) :
    WebAssembly.instantiate(await response.arrayBuffer(), go.importObject));
  go.run(instance);
}

try {
  let start;
  listenForText(new Promise(resolve => { start = resolve; }));
  await load();
  listen();
  open(location.hash);
  start();
  performance.mark('first-key');
  document.body.dataset.ready = '';
} catch (e) {
  document.querySelector('main').hidden = true;
  $('failure').hidden = false;
  $('failure').textContent = e.message;
}
