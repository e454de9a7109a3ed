// The cards of a play, trick by trick; a click goes to the moment after a card. Undo, redo, first, last.
import { cls, html, useLayoutEffect, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { back, forward, go, restart } from './play.js';
import { Card } from './signs.js';

// tricks: [{ cards: [{ seat, card, at }], winner }] of the whole record, the last one may be incomplete; costs: Map at
// -> tricks lost by that card
export function Record({ tricks, record, change, costs }) {
  const list = useRef();
  useLayoutEffect(() => { // scroll the list to the current card
    const item = list.current?.querySelector('[aria-current]'), box = list.current;
    if (item) box.scrollTop = item.offsetTop - box.offsetTop - (box.clientHeight - item.clientHeight) / 2;
  }, [record]);
  return html`<ol class="play-record" ref=${list} tabindex="0" onKeyDown=${stepKeys(record, change)} aria-label=${t('Cards played')}>${tricks.map(({ cards, winner }, i) => html`<li key=${i}><span class="num muted">${i + 1}</span>
    ${cards.map((one) => html`<button type="button" key=${one.at} class=${cls('quiet', { wins: winner === one.seat, lost: costs?.get(one.at) > 0, ahead: one.at >= record.at })} aria-current=${one.at === record.at - 1 ? 'step' : undefined}
      onClick=${() => change(go(record, one.at + 1))}><span class="muted">${one.seat}</span> <${Card} card=${one.card} />${costs?.get(one.at) > 0 && html` <span class="cost num" aria-hidden="true">−${costs.get(one.at)}</span><span class="visually-hidden">${t('costs {count}', { count: costs.get(one.at) })}</span>`}</button>`)}</li>`)}</ol>`;
}

// The buttons of a record.
export function Steps({ record, change, children }) {
  const first = !record.at, last = record.at >= record.cards.length;
  const button = (sign, name, to, off) => html`<button type="button" class="second" aria-label=${name} title=${name} aria-disabled=${off} onClick=${() => !off && change(to(record))}>${sign}</button>`;
  return html`<div class="row tight play-steps" role="group" aria-label=${t('Cards played')} onKeyDown=${stepKeys(record, change)}>
    ${button('«', t('From the start'), restart, first)}${button('‹', t('Take back'), back, first)}<span class="num muted place">${record.at} / ${record.cards.length}</span>
    ${button('›', t('Forward'), forward, last)}${button('»', t('To the end'), (one) => go(one, one.cards.length), last)}${children}</div>`;
}

// Returns the handler of the arrow keys, Home and End.
export const stepKeys = (record, change) => (event) => {
  const to = { ArrowLeft: back, ArrowRight: forward, Home: restart, End: (one) => go(one, one.cards.length) }[event.key];
  if (!to || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea, [role=tablist]')) return;
  event.preventDefault();
  change(to(record));
};

// Returns the handler of the keys of a board that is played: Ctrl+Z takes back a card, or else undoes what was done to
// the deal; arrows step through the record. playing: { active, record, change, back }; past: { undo, redo }
export const boardKeys = ({ active, record, change, back }, past) => (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return record && stepKeys(record, change)(event);
  event.preventDefault();
  return event.shiftKey ? past.redo() : active && back ? back() : past.undo();
};

// The buttons of a play: to begin it; then to step through it and to play the best card. past: undo and redo of the deal,
// while it is edited: { undo, redo, past, future }; best: a card, if one is known
export function PlayButtons({ playing: { active, record, change, put }, past, best }) {
  const undo = (name, sign, run, steps) => html`<button type="button" class="quiet" aria-label=${name} aria-disabled=${!steps.length} onClick=${run}>${sign}</button>`;
  return html`${record && !active && html`<button type="button" class="second" onClick=${() => change(record)}>${t('Play it')}</button>`}
    ${past && !active && html`${undo(t('Undo'), '↶', past.undo, past.past)}${undo(t('Redo'), '↷', past.redo, past.future)}`}
    ${record && (active || record.cards.length > 0) && html`<${Steps} record=${record} change=${change}>${active && html`<button type="button" class="second" aria-disabled=${!best} onClick=${() => best && put(best)}>${t('Best card')}</button>`}<//>`}`;
}
