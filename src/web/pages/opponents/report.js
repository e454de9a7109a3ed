// The report on an opponent: losses, calibration, drift, and where data is thin.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Calibration } from './calibration.js';
import { Drift } from './drift.js';
import { Strategy } from './strategy.js';

const percent = (value) => number(value, { style: 'percent', maximumFractionDigits: 0 });
const nats = (value) => number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const signed = (value) => number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: 'exceptZero' });
const one = (value) => number(value, { maximumFractionDigits: 1 });

// t('Came to the showdown') t('Saw the flop') t('Folded before the flop')
const GROUPS = { showdown: 'Came to the showdown', flop: 'Saw the flop', preflop: 'Folded before the flop' };

// The verdict compares the gain with its standard error: within two of them nothing is certain.
function Verdict({ report: { hands, showdown } }) {
  if (!showdown) return html`<p class="verdict warn">${t('No cards were shown yet, so nothing can be compared.')}</p>`;
  const { gain, stderr } = showdown, tone = gain > 2 * stderr ? 'good' : gain < -2 * stderr ? 'bad' : 'warn', values = { gain: nats(Math.abs(gain)), n: number(hands) };
  return html`<p class=${`verdict ${tone}`}>${{ good: t('Better than uniform by {gain} nats a showdown', values), bad: t('Worse than uniform by {gain} nats a showdown: use it with care', values), warn: t('Not told apart from uniform after {n} hands', values) }[tone]}</p>`;
}

const Tile = ({ name, children, note }) => html`<div class="panel"><dt>${name}</dt><dd class="num">${children}</dd><dd class="hint">${note}</dd></div>`;

const Tiles = ({ report: { hands, actions, trust, changes } }) => html`<dl class="opp-tiles">
  <${Tile} name=${t('Hands')} note=${t('{n} actions', { n: number(actions) })}>${number(hands)}<//>
  <${Tile} name=${t('Trust')} note=${t('by default, from the hands since the last change')}>${percent(trust)}<//>
  <${Tile} name=${t('Changes')} note=${t('of how the player plays')}>${number(changes)}<//></dl>`;

function Losses({ report }) {
  const rows = Object.keys(GROUPS).filter((group) => report[group]);
  if (!rows.length) return null;
  return html`<h3>${t('Log-loss of the hidden cards')}</h3>
    <div class="scroll panel" role="region" aria-label=${t('Log-loss of the hidden cards')} tabindex="0"><table><thead><tr><th scope="col">${t('Hands')}</th><th scope="col" class="right">${t('Cards known')}</th><th scope="col" class="right">${t('Log-loss')}</th><th scope="col" class="right">${t('Uniform')}</th><th scope="col" class="right">${t('Gain')}</th></tr></thead>
      <tbody>${rows.map((group) => { const { n, log_loss: loss, stderr, uniform, gain } = report[group]; return html`<tr key=${group}><th scope="row">${t(GROUPS[group])}</th><td class="right num">${number(n)}</td>
        <td class="right num">${nats(loss)} <small>± ${nats(stderr)}</small></td><td class="right num">${nats(uniform)}</td><td class=${`right num ${gain < 0 ? 'loss' : 'gain'}`}>${signed(gain)}</td></tr>`; })}</tbody></table></div>
    <p class="hint">${t('In nats, less is better: how surprising the cards were that became known, each predicted before its hand was learnt. Uniform: every possible hand is as likely as any other.')}
      ${report.conditional_on_showdown && ` ${t('Cards are known of showdowns only, so nothing is known of the hands that were folded.')}`}</p>`;
}

// t('unopened pot') t('limped pot') t('facing a raise') t('own action reraised') t('facing two raises') t('own action raised again') t('facing three raises or more') t('option to check')
// t('small blind') t('big blind') t('early') t('late') t('middle') t('cutoff') t('button') t('heads-up button') t('raised from small blind') t('raised from big blind') t('raised from early') t('raised from late') t('raised from heads-up button')
// t('flop') t('turn') t('river') t('first to act') t('checked to') t('facing a small bet') t('facing a medium bet') t('facing a large bet') t('facing a huge bet')
// t('with the initiative') t('without the initiative') t('nobody bet before') t('multiway') t('heads-up') t('last')
const situationText = (situation) => situation.split(', ').map((part) => t(part)).join(t(', '));

function Thin({ situations: { seen, thin, thin_below: below, thin_list: list } }) {
  return html`<h3>${t('Where data is thin')}</h3>
    <p>${thin ? t('{thin} of {seen} situations were seen less than {below} times; predictions there rely on similar ones.', { thin: number(thin), seen: number(seen), below: number(below) }) : t('All {seen} situations were seen {below} times or more.', { seen: number(seen), below: number(below) })}</p>
    ${list.length > 0 && html`<div class="scroll panel" role="region" aria-label=${t('Where data is thin')} tabindex="0"><table><thead><tr><th scope="col">${t('Situation')}</th><th scope="col" class="right">${t('Actions')}</th></tr></thead>
      <tbody>${list.map(({ situation, actions }) => html`<tr key=${situation}><td>${situationText(situation)}</td><td class="right num">${one(actions)}</td></tr>`)}</tbody></table></div>`}`;
}

export function Report({ report }) {
  if (report.hands === 0) return html`<p class="muted">${t('Nothing is learnt yet. Add hands in which the player takes part.')}</p>`;
  if (report.strategy) return html`<${Strategy} report=${report} />`;
  if (!report.situations || !report.drift) return html`<pre tabindex="0">${JSON.stringify(report, null, 2)}</pre>`; // of another kind
  return html`<${Verdict} report=${report} /><${Tiles} report=${report} /><${Losses} report=${report} />
    ${report.win_probability && html`<${Calibration} wins=${report.win_probability} />`}
    ${report.drift.length > 0 && html`<${Drift} drift=${report.drift} />`}<${Thin} situations=${report.situations} />`;
}
