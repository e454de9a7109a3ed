// Shows a job: the diagram, and beside it the answer: table and par, cards, a line, a played hand, averages.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { ended } from '../../app/state.js';
import { Tabs } from '../../app/ui/tabs.js';
import { after, cardsOf, sideOf, sizes } from '../../parts/hands/cards.js';
import { Table } from '../../parts/hands/table.js';
import { Walk } from './line.js';
import { Options, valuesOf } from './options.js';
import { replay, settingOf } from './play.js';
import { dealOf, useDealOf } from './read.js';
import { Par, Sample, Score, Tricks } from './results.js';
import { Colours, Contract, seatName } from '../../parts/hands/signs.js';
import './bridge.css';

function Setting({ contract, strain, leader }) {
  const parts = [contract ? html`<${Contract} ...${contract} /> ${contract.declarer && t('by {seats}', { seats: seatName(contract.declarer) })}` : strain && html`<${Contract} level="" strain=${strain} />`,
    leader && t('{seat} leads', { seat: seatName(leader) })].filter(Boolean);
  return parts.length > 0 && html`<p class="setting">${parts.map((part, i) => html`${i > 0 && ' · '}${part}`)}</p>`;
}

// Names of the parts of `want`, also of those unknown when the time ended.
const parts = () => ({ table: t('Table'), card: t('Cards'), line: t('Best line'), par: t('Par'), play: t('Played hand'), score: t('Score'), sample: t('Averages') });

const toPlayOf = ({ leader, trick }) => leader && after(leader, trick.length);
const declares = ({ contract }, seat) => !!contract && !!seat && sideOf(seat) === sideOf(contract.declarer);

// Returns the panes of an answer: {id, name, panel, diagram: props of the diagram beside it}.
function panesOf({ deal, result, setting, at }) {
  const toPlay = result.to_play ?? toPlayOf(setting);
  const begun = cardsOf(setting.trick) ?? [];
  const now = begun.map((card, i) => ({ seat: after(setting.leader, i), card }));
  const side = setting.leader && sideOf(setting.contract?.declarer ?? after(setting.leader)); // the side whose tricks a play counts
  const walk = (cards, moves, label) => {
    const steps = replay(deal.held, { ...setting, trick: begun }, cards), step = steps[Math.min(at.value, steps.length - 1)];
    const marks = new Map(step.trick.map(({ card, seat }) => [card, seat === step.winner ? 'played wins' : 'played']));
    const trick = step.trick.map((one) => ({ ...one, cost: moves?.[one.at]?.cost }));
    return { panel: html`<${Walk} steps=${steps} at=${at} moves=${moves} side=${side} label=${label} />`, diagram: { held: step.held, trick, winner: step.winner, marks } };
  };
  const play = result.play && cardsOf(result.play.map(({ card }) => card)), line = result.line && cardsOf(result.line);
  return [
    result.sample && { id: 'sample', name: parts().sample, panel: html`<${Sample} sample=${result.sample} declares=${declares(setting, toPlay)} />`, diagram: { trick: now, toPlay } },
    result.cards && { id: 'cards', name: parts().card, panel: html`<${Options} cards=${result.cards} toPlay=${toPlay} />`, diagram: { values: valuesOf(result.cards), trick: now, toPlay } },
    play && setting.leader && { id: 'play', name: parts().play, ...walk(play, result.play, parts().play) },
    line && setting.leader && { id: 'line', name: parts().line, ...walk(line, undefined, parts().line) },
    result.table && { id: 'table', name: parts().table, panel: html`<${Tricks} table=${result.table} />${result.par && html`<${Par} par=${result.par} />`}`, diagram: { full: true } },
    !result.table && result.par && { id: 'par', name: parts().par, panel: html`<${Par} par=${result.par} />`, diagram: { full: true } }
  ].filter(Boolean);
}

// A notice of the parts that are unknown because the time ended, and of how to read the rest.
function TimeUp({ result: { unknown = [], sample }, shown }) {
  if (sample) return html`<p class="notice warn">${t('The time was up: these are averages of fewer deals than requested.')}</p>`;
  return html`<p class="notice warn">${shown ? t('The time was up. Shown is what is proved.') : t('The time was up before anything was known.')}
    ${shown && unknown.length > 0 && ` ${t('Not known: {what}.', { what: unknown.map((word) => parts()[word]).join(', ') })}`}</p>`;
}

const engineName = (engine) => (engine === 'own' ? t('nashd’s own search of endings') : engine);

const mistakesOf = (play) => play?.filter(({ cost }) => cost > 0).length;

function Answer({ deal, result, setting }) {
  const at = useSignal(0), tab = useSignal('');
  const panes = panesOf({ deal, result, setting, at }), now = panes.find(({ id }) => id === tab.value) ?? panes[0];
  const mistakes = mistakesOf(result.play);
  const choose = (id) => { tab.value = id; at.value = 0; };
  const { vulnerable } = deal, full = !!result.sample || Object.values(sizes(deal.held)).every((count) => count === 13 || count === 0);
  const drawn = Object.keys(deal.held).length > 0, dealer = full ? deal.dealer : undefined; // shown with every answer, except for an ending
  return html`${drawn && html`<div class="bridge-board"><${Table} held=${deal.held} dealer=${dealer} vulnerable=${vulnerable} declarer=${setting.contract?.declarer} leader=${setting.leader} full=${full} none=${full && t('not seen')} ...${now?.diagram} />
      <div class="row tight"><${Colours} /></div></div>`}
    <div class=${drawn ? 'side' : 'side wide'}>${drawn && html`<${Setting} ...${setting} />`}
      ${result.score && html`<${Score} score=${result.score} contract=${setting.contract} />`}
      ${mistakes !== undefined && html`<p class="verdict" role="status">${mistakes > 1 ? t('{count} mistakes in the played hand.', { count: mistakes }) : mistakes ? t('One mistake in the played hand.') : t('No mistake in the played hand.')}</p>`}
      ${result.timeout && html`<${TimeUp} result=${result} shown=${panes.length > 0 || !!result.score} />`}
      ${panes.length > 1 ? html`<${Tabs} tabs=${panes} now=${now.id} choose=${choose} label=${t('Views')}>${now.panel}<//>` : now?.panel}
      ${(panes.length > 0 || result.score?.double_dummy) && html`<p class="muted">${t('by {engine}', { engine: engineName(result.engine) })}</p>`}</div>`;
}

// The partial result of a job that did not succeed.
const Found = ({ table, cards, deals, samples, setting }) => (table ? html`<${Tricks} table=${table} />`
  : cards && samples && html`<${Sample} sample=${{ deals, samples, cards }} declares=${declares(setting, toPlayOf(setting))} />`);

// Returns the deal without the unseen hands, even if the problem gives the cards that they hold together.
function seenOf(problem, result, read) {
  const deal = dealOf(result) ?? read ?? { held: {} };
  if (!problem?.samples || !problem.known) return deal;
  return { ...deal, held: Object.fromEntries(Object.entries(deal.held).filter(([, seat]) => problem.known.includes(seat))) };
}

export function View({ job, problem }) {
  const { result } = job;
  const read = useDealOf(problem), deal = useMemo(() => seenOf(problem, result, read), [problem, result, read]);
  if (problem === undefined) return html`<p class="muted" role="status">${t('Loading…')}</p>`;
  const setting = settingOf(result ?? read ?? problem);
  return html`<div class="bridge view">
    ${result ? html`<${Answer} key=${job.id} deal=${deal} result=${result} setting=${setting} />`
      : html`<div class="bridge-board"><${Table} held=${deal.held} dealer=${deal.dealer} vulnerable=${deal.vulnerable} leader=${setting.leader} full none=${t('not seen')} /></div>
        <div class="side">${!ended(job) && html`<p role="status">${job.status === 'queued' ? t('Waiting for a worker.') : t('At work…')}</p>`}<${Found} ...${job.progress} setting=${setting} /></div>`}
    <p class="wide"><a href=${link(['solve', 'bridge'], { from: job.id })}>${t('Change this deal')}</a></p></div>`;
}
