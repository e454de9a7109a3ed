// The elements of the page: the state in words, the board, the potential, the numbers. They are created once; say() and
// show() change them.
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
  // rename(name), leave(), again(): the page's handlers.
  constructor({ name, rename, leave, again }) {
    this.parts = {};
    const canvas = this.canvas = make('canvas', { role: 'img' });
    const line = make('path.line'), area = make('path.area');
    const tile = (key, label) => make('div.panel', {}, make('dt.small', {}, label), this.part(key, 'dd.big'));
    this.again = make('button', { type: 'button', hidden: '', click: again }, t('Try again'));
    this.name = make('input', { id: 'name', maxlength: '40', autocomplete: 'nickname', enterkeyhint: 'done', change: () => rename(this.name.value.trim()) });
    this.name.value = name;
    this.form = make('form.panel.who', { submit: (event) => { event.preventDefault(); this.name.blur(); } },
      make('label.small', { for: 'name' }, t('Name of this phone')),
      make('div', {}, this.name, make('button', { type: 'button', click: leave }, t('Stop playing'))));
    document.body.append(
      make('header.bar', {}, logo(), 'nashd', make('span.small', {}, t('hub {host}', { host: location.host }))),
      make('main', {},
        make('div.state', {}, make('div', { role: 'status' }, this.part('title', 'h1'), this.part('text', 'p')), this.again),
        make('div.frame', {}, canvas),
        make('div.side', {},
          make('section.panel.potential', { 'aria-labelledby': 'left' },
            make('h2.small', { id: 'left' }, t('Conflicts left')), this.part('conflicts', 'p.big'),
            make('svg', { viewBox, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, area, line)),
          make('dl.tiles', {}, tile('rate', t('updates per second')), tile('windows', t('windows played')),
            tile('trip', t('round trip')), tile('updates', t('updates'))),
          this.part('work', 'p'), this.form, this.part('hint', 'p.small'), this.part('facts', 'p.small'))));
    this.curve = new Curve(line, area);
    this.board = new Board(canvas, () => calm.matches);
    this.show({ letters: null });
  }

  part(key, name) {
    return this.parts[key] = make(name);
  }

  set(key, text) {
    if (this.parts[key].textContent !== text) this.parts[key].textContent = text;
  }

  // Shows the name that the hub has assigned.
  named(name) {
    if (document.activeElement !== this.name) this.name.value = name;
  }

  // state: 'joining', 'waiting', 'playing', 'lost', 'solved', 'over', 'away', 'left'; again: offer to try again
  say(state, title, text, again = false) {
    document.body.dataset.state = state;
    this.set('title', title);
    this.set('text', text);
    const ended = state === 'away' || state === 'left';
    this.again.hidden = !again;
    this.form.hidden = ended;
    if (state !== 'playing') this.work('');
    this.set('hint', ended ? '' : t('Keep this page open and the screen on. If the phone goes to sleep, another member continues, and this phone joins again later.'));
    document.title = `${title} · nashd`;
  }

  lease(lease) {
    document.body.dataset.played = '';
    this.board.lease(lease);
    this.curve.clear();
  }

  // Removes the board of the game before: the work that begins has none.
  boardless() {
    delete document.body.dataset.played;
  }

  show({ letters, rate, updates, windows, trip, conflicts }) {
    const { side, row, rowEnd } = this.board.game;
    this.canvas.setAttribute('aria-label', letters ? t('The board, {side} by {side}; this phone plays rows {from} to {to}', { side, from: row + 1, to: rowEnd })
      : t('An empty board'));
    if (!letters) return;
    this.board.show(letters);
    this.curve.add(conflicts);
    this.set('conflicts', number(conflicts));
    this.set('rate', roughly(rate));
    this.set('windows', roughly(windows));
    this.set('updates', roughly(updates));
    this.set('trip', milliseconds(trip));
  }

  // Shows the best board of the searches of this phone.
  best({ letters, conflicts }) {
    this.canvas.setAttribute('aria-label', t('The best board of this phone, with {n} conflicts', { n: number(conflicts) }));
    this.board.show(letters);
    this.curve.add(conflicts);
    this.set('conflicts', number(conflicts));
  }

  // Shows what this phone has done for a farm.
  work(text) {
    this.set('work', text);
  }

  facts(text) {
    this.set('facts', text);
  }
}
