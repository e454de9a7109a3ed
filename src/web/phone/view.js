// What the page shows: the state in words, the board, the potential, the numbers. All of it is made once; update() changes
// what is new.
import { Board } from './board.js';
import { Curve, viewBox } from './curve.js';
import { milliseconds, number, roughly, t } from './texts.js';

const svg = ['svg', 'path'];

// make('p.hint', {attributes}, ...children)
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = svg.includes(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
  if (classes.length) node.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key, value);
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

const logo = () => make('svg.logo', { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
  make('path', { class: 'tile', d: 'M7 0h18a7 7 0 0 1 7 7v18a7 7 0 0 1-7 7H7a7 7 0 0 1-7-7V7a7 7 0 0 1 7-7z' }),
  make('path', { class: 'n', d: 'M9 24V8l14 16V8' }));

export class View {
  // rename(name), leave(), again(): what the page does when asked to.
  constructor({ name, rename, leave, again }) {
    this.parts = {};
    this.state = make('div.is', { role: 'status' }, this.part('title', 'h1'), this.part('text', 'p'));
    this.again = make('button', { type: 'button', hidden: '', click: again }, t('Try again'));
    const canvas = make('canvas', { role: 'img' });
    const line = make('path.line'), area = make('path.area');
    this.canvas = canvas;
    this.figure = make('figure.game', {}, make('div.frame', {}, canvas));
    this.potential = make('section.panel.potential', { 'aria-labelledby': 'potential' },
      make('h2', { id: 'potential' }, t('Conflicts left')), this.part('conflicts', 'p.big.num'),
      make('svg', { viewBox, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, area, line));
    this.curve = new Curve(line, area);
    const tile = (key, label) => make('div.panel', {}, make('dt', {}, label), this.part(key, 'dd.num'));
    this.tiles = make('dl.tiles', {}, tile('rate', t('updates a second')), tile('windows', t('windows played')),
      tile('trip', t('round trip')), tile('updates', t('updates')));
    this.name = make('input', { id: 'name', maxlength: '40', autocomplete: 'nickname', enterkeyhint: 'done' });
    this.name.value = name;
    this.leaving = make('button.second', { type: 'button', click: leave }, t('Stop playing'));
    this.form = make('form.panel.who', { submit: (event) => { event.preventDefault(); this.name.blur(); } },
      make('label', { for: 'name' }, t('Name of this phone')), make('div.row', {}, this.name, this.leaving));
    this.name.addEventListener('change', () => rename(this.name.value.trim()));
    document.body.append(
      make('header.bar', {}, logo(), make('span.brand', {}, 'nashd'), make('span.hub', {}, t('hub {host}', { host: location.host }))),
      make('main', {},
        make('div.now', {}, make('div.state', {}, this.state, this.again)),
        this.figure,
        make('div.side', {}, this.potential, this.tiles, this.form, this.part('hint', 'p.hint'), this.part('facts', 'p.hint.facts'))));
    this.board = new Board(canvas, () => calm.matches);
    this.hint = t('Keep this page open and the screen on. Should it go to sleep, another plays on, and this phone comes back when you do.');
  }

  part(key, name) {
    return this.parts[key] = make(name);
  }

  set(key, text) {
    if (this.parts[key].textContent !== text) this.parts[key].textContent = text;
  }

  // state: 'joining', 'waiting', 'playing', 'lost', 'solved', 'over', 'away', 'left'; again: may it be tried again?
  say(state, title, text, again = false) {
    document.body.dataset.state = state;
    this.set('title', title);
    this.set('text', text);
    const ended = state === 'away' || state === 'left';
    this.again.hidden = !again;
    this.form.hidden = ended;
    this.set('hint', ended ? '' : this.hint);
    document.title = `${title} · nashd`;
  }

  lease(lease) {
    this.board.lease(lease);
    this.curve.clear();
    this.show({ letters: lease.letters, rate: 0, updates: 0, windows: 0, trip: null });
  }

  show({ letters, rate, updates, windows, trip, conflicts }) {
    const pairs = this.board.show(letters), { side, row, rowEnd } = this.board.game;
    const left = conflicts ?? pairs;
    this.curve.add(left);
    this.set('conflicts', number(left));
    this.set('rate', roughly(rate));
    this.set('windows', roughly(windows));
    this.set('updates', roughly(updates));
    this.set('trip', milliseconds(trip));
    this.canvas.setAttribute('aria-label', t('The board, {side} by {side}; this phone plays rows {from} to {to}', { side, from: row + 1, to: rowEnd }));
  }

  facts(text) {
    this.set('facts', text);
  }
}
