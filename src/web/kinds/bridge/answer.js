// The answer in detail: table and par, score, what each card makes, averages, the cards that were played.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { after, cardsOf, sideOf } from '../../parts/hands/cards.js';
import { begin, bySide, positionOf } from '../../parts/hands/play.js';
import { Record } from '../../parts/hands/record.js';
import { cardText, seatName, sideName } from '../../parts/hands/signs.js';
import { Options } from './options.js';
import { toPlayOf } from './question.js';
import { Par, Sample, Tricks } from './results.js';
import { partName } from './words.js';

const declares = ({ contract }, seat) => !!contract && !!seat && sideOf(seat) === sideOf(contract.declarer);
const engineName = (engine) => (engine === 'own' ? t('nashd’s own search of endings') : engine);

// What a card of an analysed play cost, the better card, and the value of the hand after it.
function Move({ move: { by, card, cost, best, tricks }, side }) {
  const [played] = cardsOf(card) ?? [], [better] = cardsOf(best ?? '') ?? [];
  return html`${cost > 0 && html`<p class="notice warn">${t('{seat}’s {card} costs {cost}; {best} was better.', { seat: seatName(by), card: played ? cardText(played) : card, cost, best: better ? cardText(better) : best })}</p>`}
    ${tricks && html`<p class="muted num">${t('With best play from here on: {count} tricks for {side}.', { count: tricks.after, side: sideName(side) })}</p>`}`;
}

// The cards that were played; moves: of the answer, if it analysed them.
export function Played({ game, setting, playing: { record, change, position }, moves }) {
  if (!record.cards.length) return null;
  const { tricks, trick } = positionOf(game, record.cards), all = trick.length ? [...tricks, { cards: trick }] : tricks, now = moves?.[record.at - 1];
  return html`<section><h2>${t('Played hand')}</h2><p class="num">${t('North-South {ns}, East-West {ew}', bySide(position.won))}</p>
    ${now && html`<${Move} move=${now} side=${sideOf(setting.contract?.declarer ?? after(setting.leader))} />`}
    <${Record} tricks=${all} record=${record} change=${change} costs=${moves && new Map(moves.map(({ cost }, i) => [i, cost]))} /></section>`;
}

// begun: cards were played; play(record): puts a record on the table, if cards can be played
export function Answer({ result, setting, begun, play }) {
  const toPlay = result.to_play ?? toPlayOf(setting), { unknown = [] } = result, line = play && result.line && cardsOf(result.line);
  return html`${unknown.length > 0 && html`<p class="notice warn">${t('Not known: {what}.', { what: unknown.map(partName).join(', ') })}</p>`}
    ${result.score && setting.contract && html`<p class="muted num">${t('{count} tricks', { count: result.score.tricks })} · ${result.score.vulnerable ? t('vulnerable') : t('not vulnerable')}${result.score.double_dummy && ` · ${t('with best play of all')}`}</p>`}
    ${result.sample && html`<${Sample} sample=${result.sample} declares=${declares(setting, toPlay)} />`}
    ${result.table && html`<${Tricks} table=${result.table} />`}${result.par && html`<${Par} par=${result.par} />`}
    ${result.cards && !begun && html`<section><${Options} cards=${result.cards} toPlay=${toPlay} />
      ${line && html`<button type="button" class="second" onClick=${() => play(begin(line, 1))}>${t('Best line')}</button>`}</section>`}
    ${result.engine && html`<p class="muted">${t('by {engine}', { engine: engineName(result.engine) })}</p>`}`;
}

// The partial result of a job that runs, or that did not succeed.
export const Found = ({ progress: { table, cards, deals, samples }, setting }) => (table ? html`<${Tricks} table=${table} />`
  : cards && samples && html`<${Sample} sample=${{ deals, samples, cards }} declares=${declares(setting, toPlayOf(setting))} />`);
