// The answer in detail: how it is proved, leads and replies, the played game, the strategy graph, methods, distribution.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { begin, positionOf } from '../../parts/hands/play.js';
import { Record } from '../../parts/hands/record.js';
import { Compare, methodName } from './compare.js';
import { DRAWN, counts } from './deal.js';
import { Distribution } from './distribution.js';
import { Graph } from './graph.js';
import { Leads } from './leads.js';
import { playOfLine } from './play.js';
import { nameOf, proofOf, tricksText, trumpOf } from './words.js';

function Statistics({ statistics = {}, engine }) {
  const names = [['nodes', /* t */ 'nodes'], ['stored', /* t */ 'stored'], ['hits', /* t */ 'found again'], ['table', /* t */ 'read from the table']];
  const seen = names.filter(([field]) => statistics[field] > 0);
  return html`<p class="muted num">${[t('by {engine}', { engine: methodName(engine) }), ...seen.map(([field, name]) => `${number(statistics[field])} ${t(name)}`)].join(' · ')}</p>`;
}

// A deal too large to be drawn, in words.
export function Large({ deal, result }) {
  const { a } = counts(deal), intervals = result?.graph?.intervals?.length;
  return html`<p class="notice">${t('{count} cards a hand are too many to be drawn.', { count: number(a) })}
    ${intervals !== undefined && ` ${t('They form {count} intervals.', { count: number(intervals) })}`}</p>`;
}

// Lists the omitted parts with their reasons. t('the deal is too large for this method to list them')
// t('the time budget ended first') t('the deal is too large for this method to play it out')
// t('the deal is too large to be drawn')
function Omitted({ omitted = {} }) {
  const lists = Object.keys(omitted), reasons = [...new Set(Object.values(omitted))];
  return reasons.map((why) => html`<p class="hint" key=${why}>${t('Left out: {what}: {why}.', { what: lists.filter((what) => omitted[what] === why).map((what) => t(what)).join(', '), why: t(why) })}</p>`);
}

// What a card of an analysed game cost, the better card, and the value of the game after it.
const Move = ({ move: { suit, card, by, cost, best, tricks } }) => html`${cost > 0 && html`<p class="notice warn">${t('{by}’s {card} gives away {cost}; {best} was better.', { by, card: nameOf({ suit, card }), cost: tricksText(cost), best: nameOf(best) })}</p>`}
  ${tricks && html`<p class="muted num">${t('With best play from here on: a {a}, b {b}.', tricks.after)}</p>`}`;

// The cards that were played; moves: of the answer, if it analysed them.
export function Played({ game, playing: { record, change }, moves }) {
  if (!record.cards.length) return null;
  const { tricks, trick } = positionOf(game, record.cards), now = moves?.[record.at - 1];
  return html`<section><h2>${t('Played game')}</h2>${now && html`<${Move} move=${now} />`}
    <${Record} tricks=${trick.length ? [...tricks, { cards: trick }] : tricks} record=${record} change=${change} costs=${moves && new Map(moves.map(({ cost }, i) => [i, cost]))} /></section>`;
}

// t('graph') t('leads') t('replies') t('line') t('play')
export function Answer({ deal, result, playing }) {
  const { otd, confirmed, line } = result, small = counts(deal).a <= DRAWN, { record, position } = playing;
  return html`${result.tricks && html`<p class="muted num">${[trumpOf(deal), otd !== undefined && t('Difference {otd}', { otd: number(otd, { signDisplay: 'exceptZero' }) }), proofOf(result)].filter(Boolean).join(' · ')}</p>`}
    ${confirmed && !confirmed.agrees && html`<p class="hint">${t('Not confirmed by another method:')} ${confirmed.detail}</p>`}
    ${!small && html`<${Large} deal=${deal} result=${result} />`}
    ${line?.length > 0 && playing.change && html`<p><button type="button" class="second" onClick=${() => playing.change(begin(playOfLine(line), 1))}>${t('Best line')}</button></p>`}
    ${small && result.leads?.length > 0 && !(record?.at > 1) && html`<${Leads} deal=${deal} result=${result} led=${position?.trick[0]?.card} />`}
    ${small && result.graph?.edges && html`<section><h2>${t('Strategy graph')}</h2><${Graph} result=${result} /></section>`}
    <${Omitted} ...${result} />
    ${result.compare && html`<${Compare} compare=${result.compare} leader=${result.leader} />`}
    ${result.distribution && html`<${Distribution} result=${result} />`}
    ${result.tricks && html`<${Statistics} ...${result} />`}`;
}
