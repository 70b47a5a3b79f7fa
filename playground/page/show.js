// What the cards beside the board show of a view.

import { grouped, large, setAttribute, setText, strip, xor } from './bits.js';
import { describe } from './pieces.js';

const $ = id => document.getElementById(id);
const zero = '0000000000000000';

export const escape = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const plural = (n, noun) => `${n} ${noun}${n === 1 ? '' : 's'}`;
const hex = key => `<code class="hex">${grouped(key)}</code>`;

// showKey shows the key, with the bits that changed.
export function showKey(view) {
  const changed = view.changed.length > 0 ? xor(view.key, view.before) : zero;
  const key = $('bits').firstElementChild;
  large(key, view.key, changed);
  setAttribute(key, 'aria-label', 'Key ' + grouped(view.key));
  const n = [...changed].reduce((n, d) => n + parseInt(d, 16).toString(2).replaceAll('0', '').length, 0);
  $('position').innerHTML = (n > 0 ? `<span class="note"><i class="swatch"></i>${plural(n, 'bit')} of 64 changed. </span>` : '') +
    (view.seen > 0 ? `<strong>This key was here ${plural(view.seen, 'step')} ago: the position repeats.</strong> ` : '') +
    `<code class="fen">${escape(view.position)}</code>`;
}

// line is one number or key of a sum.
function line(sign, name, text, key, marked, gone) {
  return `<li class="line ${gone === undefined ? '' : gone ? 'gone' : 'placed'}"><span class="sign">${sign}</span>` +
    `<span class="name"><b>${escape(name)}</b> <small>${escape(text)}</small></span>${hex(key)}${strip(key, marked)}</li>`;
}

// showSum shows the numbers that the last step XORed, and compares the sum with the key.
export function showSum(view, step, undone) {
  const { before, changed } = view;
  if (step === undefined) {
    $('sum').innerHTML = '<p class="note">Nothing yet. Make a move, turn a feature on or off, or choose an example.</p>';
    return;
  }
  const position = step.length > 5;
  const title = undone ? `Undone: ${position ? 'the edit' : step}. XORing the same numbers again restores the old key.` :
    position ? 'Another position: XORed the numbers of all features that differ.' :
      step === '0000' || step === 'pa' ? 'A pass changes no piece, but it changes the key.' :
        `${step}: ${plural(changed.length, 'number')} XORed.`;
  const sum = changed.reduce((h, f) => xor(h, f.key), before);
  const most = position ? 8 : 24, shown = changed.slice(0, most), rest = changed.slice(most);
  const words = f => f.name === 'side' ? 'the side to move changes' : describe(f.name, f.gone);
  $('sum').innerHTML = `<p class="note">${escape(title)}</p><ol class="lines">` +
    line('', undone ? 'after the step' : 'before', '', before) +
    shown.map(f => line('⊕', f.name, words(f), f.key, undefined, f.gone)).join('') +
    (rest.length > 0 ? line('⊕', `${rest.length} more`, 'their XOR', rest.reduce((h, f) => xor(h, f.key), zero)) : '') +
    line('=', undone ? 'before the step' : 'now', sum === view.key ? '✓ same as from scratch' : '✗ not as from scratch', sum, xor(sum, before)) +
    '</ol>';
  $('sum').dataset.sum = sum;
}

// say is what a screen reader hears after a step.
export function say(view, step) {
  const names = view.changed.length > 8 ? `${view.changed.length} numbers` : view.changed.map(f => f.name).join(', ');
  $('live').textContent = (step ? `XORed ${names}. ` : '') + `Key ${grouped(view.key)}. ${view.status}.`;
}

// showRules shows the key under each rule of en passant.
export function showRules(view, rule) {
  $('rules-card').hidden = view.rules.length === 0;
  if (view.rules.length === 0) return;
  keep($('rules'), '.rule', view.rules, r =>
    `<label class="rule"><input type="radio" name="rule" value="${r.name}"><span class="rule-name">${r.name}</span>` +
    '<code class="hex"></code><small></small></label>', (element, r) => {
    element.querySelector('input').checked = r.name === rule;
    setText(element.querySelector('code'), grouped(r.key));
    setText(element.querySelector('small'), r.why);
    element.classList.toggle('counts', r.counts);
    element.classList.toggle('chosen', r.name === rule);
    element.dataset.key = r.key;
  });
  const keys = new Set(view.rules.map(r => r.key));
  $('rules').classList.toggle('differ', keys.size > 1);
  setText($('rules-note'), keys.size > 1 ? 'The rules differ here. Engines with different rules have different keys for this position, and both are right.' :
    'Here all three rules give the same key.');
}

// showSwitches shows the features that are not pieces, each with a switch.
export function showSwitches(view) {
  keep($('switches'), 'button', view.switches, w => `<button type="button" class="switch" data-edit="${w.name}"><b></b><small></small></button>`, (element, w) => {
    setText(element.querySelector('b'), w.name);
    setText(element.querySelector('small'), w.name === 'side' ? w.note : w.on && w.note ? 'not counted' : '');
    setAttribute(element, 'aria-pressed', w.on);
    setAttribute(element, 'aria-disabled', !w.possible);
    element.classList.toggle('ignored', w.on && w.name !== 'side' && w.note !== '');
    element.hidden = !w.possible && !w.on && w.name.startsWith('en passant');
    setAttribute(element, 'title', w.key + (w.note ? ', ' + w.note : ''));
  });
  setText($('all').querySelector('summary'), `All ${view.features.length} numbers whose XOR is this key`);
  if ($('all').open) showFeatures(view);
}

export function showFeatures(view) {
  $('features').innerHTML = '<ol class="lines">' +
    view.features.map(f => line('⊕', f.name, describe(f.name), f.key)).join('') + line('=', 'the key', '', view.key) + '</ol>';
}

// showVerdict shows the verdict on an engine's key.
export function showVerdict(verdict) {
  const { error, right, text, differ, key } = verdict;
  $('verdict').className = error ? 'wrong' : right ? 'right' : 'wrong';
  $('verdict').innerHTML = error ? `<p>${escape(error)}</p>` : `<p>${right ? '✓ ' : '✗ '}${escape(text)}</p>` +
    (differ.length > 0 ? '<ol class="lines">' + line('', 'your key', '', key) + differ.map(f => line('⊕', f.name, describe(f.name), f.key)).join('') +
      line('=', 'the key', '', differ.reduce((h, f) => xor(h, f.key), key)) + '</ol>' : '');
}

// keep updates one element for each item. It makes new elements only if their number
// changes, so that the focus stays where it is.
function keep(parent, selector, items, make, update) {
  let elements = [...parent.querySelectorAll(selector)];
  if (elements.length !== items.length) {
    elements.forEach(e => e.remove());
    parent.insertAdjacentHTML('beforeend', items.map(make).join(''));
    elements = [...parent.querySelectorAll(selector)];
  }
  elements.forEach((e, i) => update(e, items[i]));
}
