// Cards and hands: the table to look at and to play, the entry of cards, the bidding box, the record of a play, the rank
// line to look at, to play and to deal.
import { html, useSignal } from '../../../src/web/app/dom.js';
import { BiddingBox, ContractLine } from '../../../src/web/parts/hands/bidding.js';
import { dealRest, setHand } from '../../../src/web/parts/hands/cards.js';
import { Entry } from '../../../src/web/parts/hands/entry.js';
import { begin, bySide, go, play, positionOf } from '../../../src/web/parts/hands/play.js';
import { DealRanks, Legend, PairTrick, Ranks } from '../../../src/web/parts/hands/ranks.js';
import { Record, Steps } from '../../../src/web/parts/hands/record.js';
import { Colours, seatName } from '../../../src/web/parts/hands/signs.js';
import { Table } from '../../../src/web/parts/hands/table.js';

// The same deal in every run.
let state = 7;
const chance = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const whole = dealRest({}, chance);
const ending = { SA: 'N', H2: 'N', SK: 'E', H3: 'E', SQ: 'S', HA: 'S', S2: 'W', D2: 'W' };
const values = new Map([['SA', { text: '=', tone: 'good', title: 'just made', best: true }], ['H2', { text: '−1', tone: 'bad', title: '1 down, costs 1', best: false }]]);

function Play({ held, leader, trump }) {
  const record = useSignal(begin()), game = { held, leader, trump }, now = positionOf(game, record.value.cards, record.value.at), all = positionOf(game, record.value.cards);
  const change = (next) => { record.value = next; }, last = now.tricks.at(-1);
  return html`<${Table} held=${now.held} leader=${leader} toPlay=${now.toPlay} legal=${now.legal} play=${(card) => change(play(record.value, card))} back=${() => change(go(record.value, record.value.at - 1))}
      trick=${now.trick.length ? now.trick : last?.cards} winner=${now.trick.length ? undefined : last?.winner} info=${html`<p><${ContractLine} strain=${trump} leader=${leader} /></p>`} />
    <p class="won">${`${bySide(now.won).ns}:${bySide(now.won).ew}`}</p><${Steps} record=${record.value} change=${change} />
    <${Record} tricks=${all.trick.length ? [...all.tricks, { cards: all.trick }] : all.tricks} record=${record.value} change=${change} costs=${new Map([[0, 1]])} />`;
}

function Deal({ initial }) {
  const held = useSignal(initial), seat = useSignal('N'), said = useSignal('');
  return html`<${Entry} held=${held.value} change=${(next) => { held.value = next; }} seat=${seat} hidden=${['W']} said=${(text) => { said.value = text; }} /><p role="status">${said.value}</p>`;
}

function Box({ initial, ...rest }) {
  const contract = useSignal(initial);
  return html`<p class="contract"><${ContractLine} contract=${contract.value} /></p><${BiddingBox} contract=${contract.value} change=${(next) => { contract.value = next; }} ...${rest} />`;
}

const line = Array.from('abbaababba', (owner, i) => ({ card: 10 - i, owner }));
const losses = new Map([[10, { text: '−1', tone: 'bad', title: 'costs 1' }], [7, { text: '=', tone: 'good', title: 'best', best: true }], [6, { text: '=', tone: 'good', title: 'best', best: true }]]);

function Owners() {
  const cards = useSignal(line);
  return html`<${DealRanks} cards=${cards.value} change=${(next) => { cards.value = next; }} label="Cards to deal" /><p class="word">${cards.value.map(({ owner }) => owner).join('')}</p>`;
}

function Lead() {
  const led = useSignal(0);
  return html`<${Ranks} cards=${line.filter(({ card }) => card !== led.value)} values=${led.value ? undefined : losses} playable=${new Set(led.value ? [] : [10, 7, 6])} play=${(card) => { led.value = card; }} label="Cards to play" />
    <${PairTrick} trick=${led.value ? [{ seat: 'a', text: String(led.value) }] : []} />`;
}

export default {
  'a whole deal': () => html`<${Table} held=${whole} dealer="E" vulnerable="ew" declarer="S" leader="W" toPlay="W" full /><${Colours} />`,
  'long suits': () => html`<${Table} held=${Object.fromEntries(Array.from('AKQJT98765432', (rank) => ['S', 'H', 'D', 'C'].map((suit, i) => [suit + rank, 'NESW'[i]])).flat())} full />`,
  'what cards are worth': () => html`<${Table} held=${ending} leader="N" toPlay="N" legal=${['SA', 'H2']} play=${() => {}} values=${values} />`,
  'a trick that is won, with a mistake': () => html`<${Table} held=${{ H2: 'N', H3: 'E', HA: 'S', D2: 'W' }} trick=${['SA', 'SK', 'SQ', 'S2'].map((card, i) => ({ seat: 'NESW'[i], card, cost: i === 1 ? 1 : 0 }))} winner="N" />`,
  'a hand that is not seen': () => html`<${Table} held=${setHand({}, 'S', ['SA', 'HK', 'C2'])} none="not seen" />`,
  'a play': () => html`<${Play} held=${ending} leader="N" trump="NT" />`,
  'cards to deal': () => html`<${Deal} initial=${{ SA: 'N', SK: 'E' }} />`,
  'no contract': () => html`<${Box} initial=${null} />`,
  'a contract, and which make': () => html`<${Box} initial=${{ level: 4, strain: 'S', doubled: 1, declarer: 'E' }} makes=${(level) => level < 3} />`,
  'calls over a bid': () => html`<${Box} initial=${null} over=${{ level: 3, strain: 'H', doubled: 0 }} />`,
  'a rank line': () => html`<${Legend} tags=${{ a: 'leads' }} won=${{ a: 2, b: 1 }} /><${Ranks} suit="H" cards=${line} label="Hearts" />`,
  'an empty rank line': () => html`<${Ranks} cards=${[]} label="Nothing" />`,
  'a long rank line': () => html`<${Ranks} cards=${Array.from({ length: 80 }, (_, i) => ({ card: 80 - i, owner: i % 20 < 12 ? 'a' : 'b' }))} label="Long" />`,
  'a rank line to play': () => html`<${Lead} />`,
  'few cards, large': () => html`<div class="few"><${Ranks} cards=${line} label="Few" /></div>`,
  'a rank line to deal': () => html`<${Owners} />`,
  'a trick of two': () => html`<${PairTrick} trick=${[{ seat: 'a', text: '7' }, { seat: 'b', text: '9' }]} winner="b" />`,
  'a seat by name': () => html`<p>${['N', 'E', 'S', 'W'].map(seatName).join(', ')}</p>`
};
