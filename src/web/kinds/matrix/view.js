// Shows a job: the verdict on a game, its matrix with the equilibria, dominance step by step, the Pareto front,
// security levels; or a decision by all criteria.
import { html, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { ended } from '../../app/state.js';
import { Tabs } from '../../app/ui/tabs.js';
import { Decision, verdictOf } from './decision.js';
import { Dominance } from './dominance.js';
import { Equilibria } from './equilibria.js';
import { DRAWN } from './game.js';
import { show } from './number.js';
import { Pareto } from './pareto.js';
import { Security } from './security.js';
import { Story } from './story.js';
import './matrix.css';

// ---- in words ----

function countsOf({ equilibria: found, one, pure_count: pure }) {
  const all = found?.count, more = found && !found.complete;
  if (more) return t('At least {count} equilibria', { count: number(all) });
  if (found) return all === 1 ? (pure ? t('One equilibrium, and it is pure') : t('One equilibrium, in mixed strategies')) : t('{count} equilibria, {pure} of them pure', { count: number(all), pure: number(pure) });
  if (one) return one.pure ? t('An equilibrium in pure strategies') : t('An equilibrium in mixed strategies');
  if (pure === undefined) return t('See the results below');
  return pure === 1 ? t('One pure equilibrium') : t('{count} pure equilibria', { count: number(pure) });
}

function Verdict({ game }) {
  const { value, one, pure, pure_count: count } = game, worth = value ?? (game.game === 'zero_sum' ? one?.payoff[0] : undefined);
  const where = count === 1 && pure?.length ? `: ${pure[0].row}, ${pure[0].col}` : '';
  return html`<div role="status"><h2 class=${game.timeout ? 'verdict warn' : 'verdict good'}>${game.game === 'decision' ? verdictOf(game)
      : `${countsOf(game)}${where}${worth === undefined ? '' : `${t('; value')} ${show(worth)}`}`}</h2></div>`;
}

// t('static') t('dynamic')
function Class({ game: { classification: it, equilibria, rows, cols } }) {
  const words = [`${rows.length} × ${cols.length}`, it && (it.sum === 'zero' ? t('zero-sum') : it.sum === 'constant' ? t('constant sum {constant}', { constant: show(it.constant) }) : t('not zero-sum')),
    it?.symmetric && t('symmetric'), it && t(it.timing), it && (it.cooperative ? t('cooperative') : t('not cooperative')), it && t('complete information'), equilibria?.degenerate && t('degenerate')];
  return html`<p class="muted">${words.filter(Boolean).join(' · ')}</p>`;
}

// t('equilibria') t('dominance') t('one') t('security') t('pareto') t('pure') t('classification')
const Unfinished = ({ unfinished }) => unfinished?.length > 0 && html`<p class="notice warn">${t('The time was up before this was done: {what}.', { what: unfinished.map((what) => t(what)).join(', ') })}</p>`;

// ---- the whole ----

function panes(game) {
  const drawn = game.rows.length <= DRAWN && game.cols.length <= DRAWN;
  return [
    { id: 'equilibria', name: t('Matrix'), show: () => html`<${Equilibria} game=${game} drawn=${drawn} />` },
    game.dominance && drawn && { id: 'dominance', name: t('Dominance'), show: () => html`<${Dominance} game=${game} />` },
    game.pareto && { id: 'pareto', name: t('Pareto'), show: () => html`<${Pareto} game=${game} />` },
    game.security && { id: 'security', name: t('Security'), show: () => html`<${Security} game=${game} />` }
  ].filter(Boolean);
}

function Game({ game }) {
  const tab = useSignal('equilibria'), tabs = panes(game), now = tabs.find(({ id }) => id === tab.value) ?? tabs[0];
  return html`<${Class} game=${game} />
    <${Tabs} tabs=${tabs} now=${now.id} choose=${(id) => { tab.value = id; }} label=${t('Views')}>${now.show()}<//>`;
}

// The progress of the search for equilibria: their number, and the share of the search that is done.
function Waiting({ job: { status, progress } }) {
  const found = progress?.equilibria;
  return html`<p role="status">${status === 'queued' ? t('Waiting for a worker.') : found === undefined ? t('At work…') : t('At work… {count} equilibria so far', { count: number(found) })}</p>
    ${found !== undefined && html`<progress max="1" value=${progress.done} aria-label=${t('Part of the search that is done')}></progress>`}`;
}

// Converts a result to the form of game.js.
const drawnOf = ({ rows, cols, acts, states, row_payoff: a, col_payoff: b, payoff }) => ({ rows: rows ?? acts, cols: cols ?? states, a: a ?? payoff, b });

export function View({ job }) {
  const { result } = job;
  return html`<div class="matrix view">
    ${!result ? !ended(job) && html`<${Waiting} job=${job} />`
      : html`<${Verdict} game=${result} /><${Story} game=${drawnOf(result)} />${result.game === 'decision' ? html`<${Decision} game=${result} />` : html`<${Game} key=${job.id} game=${result} />`}
        <${Unfinished} ...${result} />`}
    <p><a href=${link(['solve', 'matrix'], { from: job.id })}>${t('Change this game')}</a></p>
  </div>`;
}
