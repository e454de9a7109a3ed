// Words and small components that several games share.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';

export const shown = (value) => (value === null || value === undefined ? '' : value === Infinity ? '∞' : value === -Infinity ? '−∞' : String(value).replace('-', '−'));

// Shortens a value to thousands, to fit a drawing.
export const shortValue = (value) => (Math.abs(value) >= 1e4 && Math.abs(value) < Infinity ? `${shown(Math.round(value / 1000))}k` : shown(value));

export const engineName = (name) => ({ auto: t('automatic'), minimax: t('minimax'), open_closed: t('minimax with OPEN and CLOSED'), expectiminimax: t('expectiminimax'), alphabeta: t('alpha-beta') })[name] ?? name;
// Returns the name of the method of an answer.
export const methodName = (name) => ({ auto: t('null windows and a table'), table: t('the table of Grundy values'), bouton: t('Bouton’s rule'), exhaustive: t('a search of all positions'), search: t('null windows and a table'), openings: t('a table of openings') })[name] ?? engineName(name);

// bound: the requested window allowed only a bound, not the value.
export function worth({ value, bound, timeout }) {
  const values = { value: shown(value) };
  if (value === null) return t('The time was up before the value was known.');
  if (timeout) return t('The time was up: the best value so far is {value}.', values);
  return bound === 'lower' ? t('The root is worth at least {value}.', values) : bound === 'upper' ? t('The root is worth at most {value}.', values) : t('The root is worth {value}.', values);
}

// How an answer was found.
export function Facts({ result }) {
  const { engine, nodes, leaves } = result ?? {}, facts = [engine && t('by {engine}', { engine: methodName(engine) }), nodes !== undefined && t('{count} nodes', { count: number(nodes) }), leaves !== undefined && t('{count} leaves', { count: number(leaves) })].filter(Boolean);
  return facts.length > 0 && html`<p class="muted num">${facts.join(' · ')}</p>`;
}

// What prevents the answer of a position.
export const Fault = ({ play: { fault } }) => fault && html`<p class="notice bad" role="alert">${t(fault)}</p>`;

// A choice whose label is only for screen readers: what is chosen says what it is.
export const choice = (label, value, options, change) => html`<select aria-label=${label} title=${label} onChange=${({ target }) => change(target.value)}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}</select>`;

export const select = (label, value, options, change) => html`<label>${label} ${choice(undefined, value, options, change)}</label>`;
