// The audit of h: nodes where h is more than h*, connectors that break the monotone restriction.
import { html, useMemo } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { cost, useShown } from '../board.js';
import { byId } from '../graph.js';
import { starOf } from '../solution.js';

const Fault = ({ one }) => html`<li>${one.bound !== undefined ? t('{connector}: h({node}) = {h} is more than c + Σ h = {bound}.', { connector: one.connector, node: one.node, h: one.h, bound: one.bound })
  : t('h({node}) = {h} is more than h* = {star}.', { node: one.node, h: one.h, star: cost(one.h_star) })}</li>`;

export function Audit({ graph, show, result }) {
  const { admissible, monotone, violations = [], violations_found: found = violations.length } = result.heuristic;
  useShown(show, useMemo(() => {
    const star = starOf(result), nodes = new Set(violations.filter(({ bound }) => bound === undefined).map(({ node }) => node)), connectors = new Set(violations.flatMap(({ connector }) => connector ?? [])), of = graph && byId(graph.nodes);
    return graph && { label: t('The graph with h and h*; violations are marked'), looks: { node: (id) => ({ tag: star.has(id) ? cost(star.get(id)) : undefined, note: `h ${of.get(id)?.h ?? 0}`, look: { bad: nodes.has(id) } }), edge: (id) => ({ look: { bad: connectors.has(id) } }) } };
  }, [graph, result]), [graph, result]);
  return html`<h2 class=${`verdict ${admissible ? 'good' : 'bad'}`}>${admissible ? t('h is admissible: nowhere more than h*.') : t('h is not admissible: AO* may end with a graph that is not the cheapest.')}</h2>
    <p>${monotone ? t('It is monotone as well: h(n) ≤ c + Σ h of each connector.') : admissible ? t('It is not monotone. That costs repeated revisions, not the optimum.') : t('It is not monotone either.')}</p>
    ${violations.length > 0 && html`<ul class="faults">${violations.map((one, i) => html`<${Fault} key=${i} one=${one} />`)}</ul>
      ${found > violations.length && html`<p class="muted num">${t('{n} more', { n: number(found - violations.length) })}</p>`}`}
    ${graph && html`<p class="hint">${t('Beside each node: h* in bold, h below. Violations are red and dashed.')}</p>`}`;
}
