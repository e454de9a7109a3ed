// Shows a job: the tricks of each hand, the reason, the leads, the best line, a played game, the comparison of methods.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { ended } from '../../app/state.js';
import { Tabs } from '../../app/ui/tabs.js';
import { Compare, methodName } from './compare.js';
import { DRAWN, counts, dealOf, other, readDeal } from './deal.js';
import { Distribution } from './distribution.js';
import { Graph } from './graph.js';
import { Leads, SuitLeads } from './leads.js';
import { Line } from './line.js';
import { Legend, Ranks, suitSigns } from './ranks.js';
import { tricksOfLine, tricksOfPlay } from './replay.js';
import './whist.css';

// Describes how the answer is proved.
function proofOf({ proof, engine, confirmed }) {
  if (confirmed?.agrees) return t('Confirmed by {by} in {count} nodes.', { by: methodName(confirmed.by), count: number(BigInt(confirmed.nodes)) });
  if (proof === 'verified_rule') return t('By the closed rule: checked on every deal of up to 16 cards a hand, unproved beyond.');
  return engine === 'formula' ? t('By the closed rule, checked on every deal of this order.') : t('By full search.');
}

const trumpOf = ({ suits: [{ name }], trump }) => name && (trump ? t('trump {suit}', { suit: suitSigns[trump] }) : t('no trump'));

function Verdict({ result, leader, deal }) {
  const { tricks, otd, order, bounds, confirmed } = result, second = other(leader);
  return html`<div role="status"><h2 class=${result.timeout ? 'verdict warn' : 'verdict good'}>
    ${tricks ? t('{leader} leads and makes {tricks} of {order} tricks; {other} makes {rest}.', { leader, tricks: number(tricks[leader]), order: number(order), other: second, rest: number(tricks[second]) })
      : bounds ? t('The time was up: {leader} makes {least} to {most} of {order} tricks.', { leader, least: bounds[leader][0], most: bounds[leader][1], order })
      : t('The time was up before the value was known.')}</h2></div>
    ${tricks && html`<p class="muted num">${[trumpOf(deal), otd !== undefined && t('Difference {otd}', { otd: number(otd, { signDisplay: 'exceptZero' }) }), proofOf(result)].filter(Boolean).join(' · ')}</p>`}
    ${confirmed && !confirmed.agrees && html`<p class="hint">${t('Not confirmed by another method:')} ${confirmed.detail}</p>`}`;
}

function Statistics({ statistics = {}, engine }) {
  const names = [['nodes', /* t */ 'nodes'], ['stored', /* t */ 'stored'], ['hits', /* t */ 'found again'], ['table', /* t */ 'read from the table']];
  const seen = names.filter(([field]) => statistics[field] > 0);
  return html`<p class="muted num">${[t('by {engine}', { engine: methodName(engine) }), ...seen.map(([field, name]) => `${number(statistics[field])} ${t(name)}`)].join(' · ')}</p>`;
}

// A deal too large to be drawn, in words.
function Large({ deal, result }) {
  const { a } = counts(deal), intervals = result?.graph?.intervals?.length;
  return html`<p class="notice">${t('{count} cards a hand are too many to be drawn.', { count: number(a) })}
    ${intervals !== undefined && ` ${t('They form {count} intervals.', { count: number(intervals) })}`}</p>`;
}

function panes(deal, result, picked, play) {
  const { order } = result, one = !deal.suits[0].name, line = tricksOfLine(result.line);
  return [
    result.leads?.length && { id: 'leads', name: t('Leads'), show: () => (one ? html`<${Leads} deal=${deal} result=${result} picked=${picked} />` : html`<${SuitLeads} deal=${deal} result=${result} />`) },
    line.length && { id: 'line', name: t('Best line'), show: () => html`<${Line} key="line" deal=${deal} tricks=${line} order=${order} label=${t('Best line')} />` },
    result.graph?.edges && { id: 'graph', name: t('Strategy graph'), show: () => html`<${Graph} result=${result} />` },
    play.length && { id: 'play', name: t('Played game'), show: () => html`<${Line} key="play" deal=${deal} tricks=${play} order=${order} label=${t('Played game')} />` }
  ].filter(Boolean);
}

// Lists the omitted parts with their reasons. t('the deal is too large for this method to list them')
// t('the time budget ended first') t('the deal is too large for this method to play it out')
// t('the deal is too large to be drawn')
function Omitted({ omitted = {} }) {
  const lists = Object.keys(omitted), reasons = [...new Set(Object.values(omitted))];
  return reasons.map((why) => html`<p class="hint" key=${why}>${t('Left out: {what}: {why}.', { what: lists.filter((what) => omitted[what] === why).map((what) => t(what)).join(', '), why: t(why) })}</p>`);
}

// t('graph') t('leads') t('replies') t('line') t('play')
function Answer({ deal, result }) {
  const picked = useSignal(undefined), tab = useSignal('');
  const play = useMemo(() => tricksOfPlay(result.play, deal.trump), [result]);
  const small = counts(deal).a <= DRAWN;
  const tabs = small ? panes(deal, result, picked, play) : [];
  const now = tabs.find(({ id }) => id === tab.value) ?? tabs.find(({ id }) => id === 'play') ?? tabs[0];
  const mistakes = result.play?.filter(({ cost }) => cost > 0).length;
  return html`<${Verdict} result=${result} leader=${result.leader ?? deal.leader} deal=${deal} />
    ${mistakes !== undefined && html`<p>${mistakes > 1 ? t('{count} mistakes in the played game.', { count: mistakes }) : mistakes ? t('One mistake in the played game.') : t('No mistake in the played game.')}</p>`}
    <${Legend} leader=${deal.leader} />
    ${!small ? html`<${Large} deal=${deal} result=${result} />`
      : now ? html`<${Tabs} tabs=${tabs} now=${now.id} choose=${(id) => { tab.value = id; }} label=${t('Views')}>${now.show()}<//>`
      : html`<${Hands} deal=${deal} />`}
    <${Omitted} ...${result} />
    ${result.compare && html`<${Compare} compare=${result.compare} leader=${result.leader} />`}
    ${result.distribution && html`<${Distribution} result=${result} />`}
    <${Statistics} ...${result} />`;
}

const Hands = ({ deal }) => deal.suits.map(({ name, cards }) => html`<${Ranks} key=${name} suit=${name} cards=${cards} label=${t('The deal')} />`);

function Waiting({ job, deal }) {
  return html`<p role="status">${job.status === 'queued' ? t('Waiting for a worker.') : t('At work…')}</p>
    ${deal && (counts(deal).a <= DRAWN ? html`<${Legend} leader=${deal.leader} /><${Hands} deal=${deal} />` : html`<${Large} deal=${deal} />`)}`;
}

export function View({ job, problem }) {
  const { result } = job;
  const deal = useMemo(() => (typeof problem === 'string' ? readDeal(problem) : dealOf(problem)), [problem]);
  if (problem === undefined) return html`<p class="muted" role="status">${t('Loading…')}</p>`;
  return html`<div class="whist view">
    ${!result ? !ended(job) && html`<${Waiting} job=${job} deal=${deal} />`
      : result.tricks === undefined && result.distribution ? html`<${Distribution} result=${result} />`
      : deal ? html`<${Answer} key=${job.id} deal=${deal} result=${result} />` : html`<p class="muted">${t('This problem cannot be drawn.')}</p>`}
    <p><a href=${link(['solve', 'whist'], { from: job.id })}>${t('Change this deal')}</a></p>
  </div>`;
}
