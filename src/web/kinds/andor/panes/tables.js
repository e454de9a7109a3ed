// The algorithms compared on the same graph, and the values of all nodes.
import { cls, html, useSignal } from '../../../app/dom.js';
import { duration, number, t } from '../../../app/i18n.js';
import { useAsk } from '../../../parts/ask.js';
import { cost } from '../board.js';
import { further } from '../result.js';
import { engineName } from '../words.js';

// Reasons for a missing answer: t('the time budget ended first') t('the graph is too large for it')
// t('the graph is too large to be searched cycle by cycle to the end') t('the graph has a cycle')
const about = (name) => ({ ao_star_quick: t('marked graph descended depth first, revised on the way back'), ao_star: t('marks, labels, revisions, as printed in the lecture notes'), dp: t('one pass from the terminals, graphs without cycles'), knuth: t('Dijkstra’s algorithm generalised, cycles allowed') })[name] ?? '';

const Engines = ({ engines: rows }) => html`<div class="scroll" tabindex="0" role="region" aria-label=${t('Engines')}><table class="numeric"><thead><tr><th scope="col">${t('Engine')}</th><th scope="col">${t('Cost')}</th><th scope="col">${t('Expanded')}</th><th scope="col">${t('Time')}</th></tr></thead>
  <tbody>${rows.map(({ engine, cost: of, expanded, us, finished, why }) => html`<tr key=${engine}><th scope="row">${engineName(engine)}<span class="about muted">${why ? t(why) : about(engine)}</span></th>
    <td>${of === undefined || finished === false ? '–' : cost(of)}</td><td>${expanded === undefined ? '–' : number(expanded)}</td><td>${us === undefined ? '–' : duration(us / 1000)}</td></tr>`)}</tbody></table></div>`;

const SHOWN = 200, STEP = 1000; // rows at first, and by each further click

// The table of all values of the nodes. go(id): shows a node on the board.
export function Values({ nodes, go }) {
  const shown = useSignal(SHOWN);
  return html`<div class="scroll tall" tabindex="0" role="region" aria-label=${t('Values')}><table class="numeric"><thead><tr><th scope="col">${t('Node')}</th><th scope="col">h</th><th scope="col">q</th><th scope="col">h*</th><th scope="col">${t('Mark')}</th><th scope="col">SOLVED</th></tr></thead>
    <tbody>${nodes.slice(0, shown.value).map(({ id, h, q, h_star: star, mark, solved }) => html`<tr key=${id} class=${cls({ wrong: star !== null && h > star })}><th scope="row"><button type="button" class="link" onClick=${() => go(id)}>${id}</button></th><td>${h ?? '–'}</td><td>${q === undefined ? '–' : cost(q)}</td>
      <td>${star === undefined ? '–' : cost(star)}</td><td>${mark ?? '–'}</td><td>${solved ? '✓' : ''}</td></tr>`)}</tbody></table></div>
    ${nodes.length > shown.value && html`<button type="button" class="quiet" onClick=${() => { shown.value += STEP; }}>${t('{n} more', { n: number(nodes.length - shown.value) })}</button>`}`;
}

// Every engine on the same graph: those of the answer, or asked in place.
export function Compared({ problem, result }) {
  const more = useAsk('andor'), rows = result.engines?.length ? result.engines : more.result?.engines;
  const ask = () => more.ask(further(problem, { compare: true, cost_model: undefined }));
  return rows ? html`<${Engines} engines=${rows} />` : html`<div class="row"><button type="button" class="second" aria-busy=${more.asking} onClick=${ask}>${t('Compare engines')}</button></div>
    ${more.fault && html`<p class="notice bad" role="alert">${more.fault}</p>`}`;
}
