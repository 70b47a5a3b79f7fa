// The experiment: how many positions it takes until two share a cut key.

import { escape } from './show.js';

const $ = id => document.getElementById(id);
const budget = 6; // milliseconds of each frame, so that the board still answers
const most = 300; // trials

export class Birthday {
  constructor() {
    this.running = false;
    this.trials = [];
    $('run').addEventListener('click', () => this.running ? this.stop() : this.start());
    window.addEventListener('resize', () => { if (this.bits) this.draw(); });
  }

  // reset starts again with another game or another width.
  reset(game, bits) {
    if (game === this.game && bits === this.bits) return;
    this.stop();
    Object.assign(this, { game, bits, trials: [], tried: 0, started: false, median: Math.sqrt(2 * Math.LN2 * 2 ** bits) });
    this.draw();
  }

  start() {
    if (!this.started || this.trials.length >= most) {
      const seed = Math.floor(Math.random() * 2 ** 48);
      const { error } = zobrist.birthday(this.game, this.bits, seed);
      if (error) return void ($('found').textContent = error);
      Object.assign(this, { started: true, trials: [] });
    }
    this.running = true;
    $('run').textContent = 'Stop';
    const frame = () => {
      if (!this.running) return;
      const { trials, tried } = zobrist.more(budget);
      this.trials.push(...trials.slice(0, most - this.trials.length));
      this.tried = tried;
      if (this.trials.length >= most) this.stop();
      this.draw();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  stop() {
    this.running = false;
    $('run').textContent = 'Run';
  }

  // draw shows the share of trials that have ended after n positions, and the curve
  // 1 - exp(-n²/2^(bits+1)) that random keys follow.
  draw() {
    const { trials, bits, median } = this, width = Math.max(260, $('chart').clientWidth), height = 216, left = 44, bottom = 44, right = 14, top = 10;
    const far = 3 * median, x = n => left + Math.min(n / far, 1) * (width - left - right), y = p => height - bottom - p * (height - bottom - top);
    let curve = '';
    for (let i = 0; i <= 90; i++) {
      const n = far * i / 90;
      curve += `${i ? 'L' : 'M'}${x(n).toFixed(1)} ${y(1 - Math.exp(-n * n / 2 ** (bits + 1))).toFixed(1)}`;
    }
    const sorted = [...trials].sort((a, b) => a - b);
    let steps = `M${x(0)} ${y(0)}`;
    sorted.forEach((n, i) => { steps += `H${x(n).toFixed(1)}V${y((i + 1) / sorted.length).toFixed(1)}`; });
    if (sorted.length > 0) steps += `H${x(far)}`;
    const short = n => n >= 1e6 ? (n / 1e6).toPrecision(2) + 'M' : n >= 1e4 ? Math.round(n / 1e3) + 'k' : n >= 1e3 ? (n / 1e3).toPrecision(2) + 'k' : Math.round(n);
    const ticks = [1, 2, 3].map(i => `<text x="${x(i * median)}" y="${height - 27}" text-anchor="${i === 3 ? 'end' : 'middle'}">${short(i * median)}</text><path class="grid" d="M${x(i * median)} ${y(0)}v4"/>`).join('');
    const shares = [0, 0.5, 1].map(p => `<text x="${left - 6}" y="${y(p) + 4}" text-anchor="end">${100 * p} %</text><path class="grid" d="M${left} ${y(p)}H${width - right}"/>`).join('');
    const what = `Share of trials in which two positions have met, by the number of positions. Even odds are expected at ${Math.round(median)}.`;
    $('chart').innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(what)}">${shares}${ticks}<text x="${width - right}" y="${height - 8}" text-anchor="end">positions →</text>` +
      `<path class="expected" d="${curve}"/>${sorted.length ? `<path class="happened" d="${steps}"/>` : ''}</svg>` +
      '<p class="legend"><span class="expected">birthday curve</span><span class="happened">what happened</span></p>';
    const count = n => Math.round(n).toLocaleString('en');
    let text = `With ${bits} bits, the odds are even after ${count(median)} positions; with 64, after 5.1 billion.`;
    if (sorted.length > 0) {
      text = `${sorted.length} ${sorted.length === 1 ? 'trial' : 'trials'}, each with the numbers of another seed. Half of them ended within ` +
        `${count(sorted[(sorted.length - 1) >> 1])} positions. ${count(median)} were expected.`;
    } else if (this.tried > 0) {
      text = `${count(this.tried)} positions and no two keys are equal yet. The odds are even after ${count(median)}.`;
    }
    $('found').setAttribute('aria-live', this.running ? 'off' : 'polite'); // not at every frame
    $('found').textContent = text;
  }
}
