// Keys as text and as bits, the most significant first.

const digits = [...'0123456789abcdef'];

// bitsOf returns the 64 bits of a key.
export function bitsOf(key) {
  return [...key].flatMap(d => [8, 4, 2, 1].map(bit => digits.indexOf(d) & bit ? 1 : 0));
}

export function xor(a, b) {
  return (BigInt('0x' + a) ^ BigInt('0x' + b)).toString(16).padStart(16, '0');
}

// grouped sets blanks between groups of four digits.
export const grouped = key => key.replace(/(.{4})(?=.)/g, '$1 ');

// strip draws a key as a row of 64 bits. The bits that are set in marked, another key,
// stand out.
export function strip(key, marked = '0000000000000000') {
  const mark = bitsOf(marked), paths = { set: '', clear: '', mark: '' };
  bitsOf(key).forEach((bit, i) => {
    const x = 4 * i + 2 * (i >> 2);
    paths[bit ? 'set' : 'clear'] += `M${x} 0h3v10h-3z`;
    if (mark[i]) paths.mark += `M${x} 11.5h3v2h-3z`;
  });
  return `<svg class="strip" viewBox="0 0 285 14" preserveAspectRatio="none" aria-hidden="true">` +
    Object.entries(paths).map(([name, d]) => `<path class="${name}" d="${d}"/>`).join('') + '</svg>';
}

// large shows the key digit by digit, each above its four bits. The elements are
// made once: a browser is slower to lay out new ones than to paint old ones.
export function large(element, key, marked) {
  if (!element.firstChild) {
    element.innerHTML = '<span class="digit"><b></b><span class="four"><i></i><i></i><i></i><i></i></span></span>'.repeat(16);
  }
  const mark = bitsOf(marked), bits = bitsOf(key);
  element.querySelectorAll('b').forEach((b, i) => setText(b, key[i]));
  element.querySelectorAll('i').forEach((bit, i) => { bit.className = (bits[i] ? 'on' : '') + (mark[i] ? ' changed' : ''); });
}

// setText and setAttribute change nothing that is already right.
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
