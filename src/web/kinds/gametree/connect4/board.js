// The board of connect four: a button for each column, one tab stop, the score of each column below it.
import { cls, html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { useRove } from '../play/rove.js';
import { COLUMNS, ROWS, fourOf } from './rules.js';

export const score = (value) => (value === undefined || value === null ? '' : value > 0 ? `+${value}` : String(value).replace('-', '−'));

const STOPS = Array.from({ length: COLUMNS }, (_, c) => c);
const next = (key, c) => ({ ArrowLeft: (c + COLUMNS - 1) % COLUMNS, ArrowRight: (c + 1) % COLUMNS, Home: 0, End: COLUMNS - 1 })[key];

// What a score says, in words.
const told = (value) => (value > 0 ? t('wins') : value < 0 ? t('loses') : t('a draw'));

function Column({ column, c, value, best, four, last, side, press, stop }) {
  const off = column.length >= ROWS, name = [t('column {n}', { n: c + 1 }), t('{count} stones', { count: column.length }), value !== undefined && `${t('score')} ${score(value)}, ${told(value)}`, best && t('best')].filter(Boolean).join(', ');
  return html`<button type="button" class=${cls('column', { best })} aria-disabled=${off} aria-label=${name} onClick=${() => press(c + 1)} ...${stop}>
    ${Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i).map((r) => html`<span key=${r} class=${cls('hole', column[r], { four: four.has(c * ROWS + r), last: last && r === column.length - 1, drop: r === column.length && !off && side })}></span>`)}
    <span class="n" data-n=${c + 1}></span><span class=${cls('score num', { plus: value > 0, minus: value < 0 })}>${score(value)}</span></button>`;
}

// scores: of columns 1..7; best: columns; press(column 1..7); type(event): whether a key was used; last: the column of the last
// stone; side: 'first' or 'second', whose stone is next
export function Board({ columns, scores = new Map(), best = [], press, type, last, side, label }) {
  const four = new Set((fourOf(columns) ?? []).map(([c, r]) => c * ROWS + r)), { box, keydown, stop } = useRove(STOPS, next);
  const keyed = (event) => {
    if (type(event)) return;
    if (!/^[1-7]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return keydown(event);
    event.preventDefault();
    return press(Number(event.key));
  };
  return html`<div class=${`c4 ${side ?? ''}-next`} role="group" aria-label=${label} ref=${box} onKeyDown=${keyed}>${columns.map((column, c) => html`<${Column} key=${c} column=${column} c=${c} value=${scores.get(c + 1)} best=${best.includes(c + 1)} four=${four} last=${last === c + 1} side=${side} press=${press} stop=${stop(c)} />`)}</div>`;
}
