// Compares the algorithms on the same graph.
import { html } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { cost } from './picture.js';

export const engines = ['auto', 'ao_star', 'dp', 'knuth'];
export const engineName = (name) => ({ auto: t('automatic'), ao_star: 'AO*', ao_star_quick: t('AO*, depth first'), dp: t('bottom-up'), knuth: 'Knuth' })[name] ?? name;
export const tipOrders = () => [['shallowest', t('the shallowest')], ['leftmost', t('the leftmost')], ['rightmost', t('the rightmost')]];

// Reasons for a missing answer: t('the time budget ended first') t('the graph is too large for it')
// t('the graph is too large to be searched cycle by cycle to the end') t('the graph has a cycle')
const about = (name) => ({ ao_star_quick: t('marked graph descended depth first, revised on the way back'), ao_star: t('marks, labels, revisions, as printed in the lecture notes'), dp: t('one pass from the terminals, graphs without cycles'), knuth: t('Dijkstra’s algorithm generalised, cycles allowed') })[name] ?? '';

export const Engines = ({ engines: rows }) => html`<div class="scroll" tabindex="0" role="region" aria-label=${t('Engines')}><table class="numeric"><thead><tr><th scope="col">${t('Engine')}</th><th scope="col">${t('Cost')}</th><th scope="col">${t('Expanded')}</th><th scope="col">${t('Time')}</th></tr></thead>
  <tbody>${rows.map(({ engine, cost: of, expanded, us, finished, why }) => html`<tr key=${engine}><th scope="row">${engineName(engine)}<span class="about muted">${why ? t(why) : about(engine)}</span></th>
    <td>${of === undefined || finished === false ? '–' : cost(of)}</td><td>${expanded === undefined ? '–' : number(expanded)}</td><td>${us === undefined ? '–' : duration(us / 1000)}</td></tr>`)}</tbody></table></div>`;
