// Shows a job: the value and the best move, then the view of its game.
import { submit } from '../../app/net/api.js';
import { html, useMemo } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { go, link } from '../../app/router.js';
import { ended } from '../../app/state.js';
import { attempt } from '../../app/ui/toast.js';
import { View as Connect4 } from './connect4.js';
import { Legend, Picture, shortValue, shown } from './picture.js';
import { View as Piles } from './piles.js';
import { minimax, principal } from './playback.js';
import { View as TicTacToe } from './tictactoe.js';
import { DRAWN, hasChance, leavesOf, readText, readTree } from './tree.js';
import { Sweep } from './sweep.js';
import { Counter, Walk } from './walk.js';
import { methodName, worth } from './words.js';
import './gametree.css';

function TreeVerdict({ result }) {
  const { to_move: player = 'MAX', best, moves, bound, timeout, exact } = result;
  return html`<div role="status"><h2 class=${`verdict ${timeout || bound ? 'warn' : 'good'}`}>${worth(result)}</h2></div>
    ${best !== undefined && best !== null && html`<p>${t('{player} takes branch {move}.', { player, move: moves?.find((one) => one.move === best)?.name ?? best + 1 })}</p>`}
    ${exact === false && !bound && !timeout && html`<p class="hint">${t('Searched to a limited depth; positions at that depth are evaluated.')}</p>`}`;
}

// A tree without a trace: values and the best line.
function Whole({ tree, name }) {
  const values = useMemo(() => tree.values ?? minimax(tree).values, [tree]), done = new Map(values.entries());
  return html`<${Picture} tree=${tree} look=${(v) => ({ text: shortValue(values[v]), done: true, seen: true })} line=${principal(tree, done)} label=${t('The tree with all its values')} name=${name} /><${Legend} cuts=${false} chance=${hasChance(tree)} />`;
}

const Engines = ({ rows }) => html`<h2>${t('Engines compared')}</h2><div class="scroll" tabindex="0" role="region" aria-label=${t('Engines compared')}><table class="numeric"><thead><tr><th scope="col">${t('Engine')}</th><th scope="col">${t('Value')}</th><th scope="col">${t('Nodes')}</th><th scope="col">${t('Leaves')}</th><th scope="col">${t('Times the least')}</th><th scope="col">${t('Time')}</th></tr></thead>
  <tbody>${rows.map(({ engine, value, nodes, leaves, ratio, us }) => html`<tr key=${engine}><th scope="row">${methodName(engine)}</th><td>${shown(value)}</td><td>${nodes === undefined ? '–' : number(nodes)}</td><td>${leaves === undefined ? '–' : number(leaves)}</td>
    <td>${ratio === undefined ? '–' : number(ratio, { maximumFractionDigits: 3 })}</td><td>${us === undefined ? '–' : duration(us / 1000)}</td></tr>`)}</tbody></table></div>`;

function Tree({ problem, result, name }) {
  const tree = useMemo(() => readTree(problem, result), [problem, result]), drawn = tree && leavesOf(tree) <= DRAWN, { trace } = result, part = trace && !trace.complete, chance = hasChance(tree) || result.engine === 'expectiminimax';
  const run = (more) => () => attempt(async () => { go(['jobs', (await submit('gametree', { ...problem, ...more })).id]); });
  return html`<${TreeVerdict} result=${result} />
    ${part && html`<p class="notice">${t('Steps {from} to {to} of {count}.', { from: number(trace.from), to: number(trace.from + trace.steps.length - 1), count: number(trace.events) })} <button type="button" class="quiet" onClick=${run({ trace: true })}>${t('All steps')}</button></p>`}
    ${drawn && result.trace ? html`<${result.trace.engine === 'alphabeta' ? Walk : Sweep} tree=${tree} result=${result} name=${name} />` : drawn ? html`<${Whole} tree=${tree} name=${name} />` : html`<p class="notice">${t('Trees of more than {count} leaves are not drawn.', { count: DRAWN })}</p>`}
    ${!(drawn && result.trace) && result.leaves !== undefined && html`<${Counter} leaves=${result.leaves} all=${tree ? leavesOf(tree) : result.leaves} minimum=${result.minimum_leaves} />`}
    ${result.engines?.length > 0 && html`<${Engines} rows=${result.engines} />`}
    <div class="row">${drawn && !result.trace && html`<button type="button" class="second" onClick=${run({ engine: chance ? 'expectiminimax' : 'alphabeta', trace: true })}>${chance ? t('Expectiminimax step by step') : t('Alpha-beta step by step')}</button>`}
      ${drawn && result.trace?.engine !== 'open_closed' && html`<button type="button" class="second" onClick=${run({ engine: 'open_closed', trace: true })}>${t('Minimax with OPEN and CLOSED')}</button>`}
      ${!result.engines && !chance && html`<button type="button" class="second" onClick=${run({ compare: true, engine: undefined, trace: undefined })}>${t('Compare engines')}</button>`}</div>`;
}

const views = { tictactoe: TicTacToe, connect4: Connect4, grundy: Piles, nim: Piles };

function Facts({ result: { engine, nodes, leaves } }) {
  const facts = [engine && t('by {engine}', { engine: methodName(engine) }), nodes !== undefined && t('{count} nodes', { count: number(nodes) }), leaves !== undefined && t('{count} leaves', { count: number(leaves) })].filter(Boolean);
  return facts.length > 0 && html`<p class="muted num">${facts.join(' · ')}</p>`;
}

export function View({ job, problem: given }) {
  const { result, progress } = job, problem = useMemo(() => (typeof given === 'string' ? readText(given) : given), [given]);
  if (!problem) return null;
  const Game = views[problem.game] ?? Tree;
  return html`<div class="gametree view">
    ${result ? html`<${Game} key=${job.id} problem=${problem} result=${result} name=${`gametree-${job.id}`} /><${Facts} result=${result} />`
      : !ended(job) && html`<p class="muted num" role="status">${progress?.nodes ? t('{count} nodes', { count: number(progress.nodes) }) : t('Searching…')}</p>`}
    <p><a href=${link(['solve', 'gametree'], { from: job.id })}>${t('Change this game')}</a></p></div>`;
}
