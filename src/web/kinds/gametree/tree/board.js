// The tree on the board: squares where MAX moves, circles where MIN does, diamonds of chance, values in the nodes.
import { html, useMemo } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { Graph } from '../../../parts/graph/view.js';
import { shortValue, shown } from '../words.js';
import { graphOf, nodeOf, shortName } from './graph.js';
import { hasChance, playerOf } from './model.js';

const ROOM = 12; // px to the right of a node for the letter of its name

// t('MAX moves') t('MIN moves') t('chance moves')
const kinds = { MAX: 'MAX moves', MIN: 'MIN moves', CHANCE: 'chance moves' };

// A node in words, for screen readers.
function told(tree, v, text) {
  const name = tree.children[v].length ? [tree.name[v], t(kinds[playerOf(tree, v)])] : [tree.name[v] || t('leaf {value}', { value: shown(tree.value[v]) })];
  return [...name, tree.chance[tree.parent[v]] && t('probability {p}', { p: tree.p[v] }), tree.children[v].length > 0 && text ? t('worth {value}', { value: text }) : ''].filter(Boolean).join(', ');
}

// look(v) -> { text, above, look }; cut(v): whether the branch to v is cut; line: Set of nodes on the best line, if any; focus: the
// node that must be seen; other: attributes of Graph for edits
export function TreeBoard({ tree, look, cut, line, focus, label, name, other }) {
  const graph = useMemo(() => graphOf(tree, shortValue), [tree]);
  const node = (id) => {
    const v = nodeOf(tree, id), inner = tree.children[v].length > 0, of = look?.(v) ?? {}, text = inner ? of.text ?? '' : shortValue(tree.value[v]);
    return { ...of, text, tag: shortName(inner ? tree.name[v] : tree.given[v]), told: told(tree, v, text), look: { leaf: !inner, ...of.look } };
  };
  const edge = (id) => {
    const v = nodeOf(tree, id);
    return { label: tree.p[v], cut: cut?.(v), look: { gone: !!look?.(v)?.look?.gone, marked: !!line?.has(v) } };
  };
  return html`<${Graph} graph=${graph} layout="tree" plain tag=${ROOM} looks=${{ node, edge }} focus=${focus === undefined ? undefined : graph.nodes[focus].id} label=${label} name=${name} ...${other?.(graph)} />`;
}

const sign = (inside) => html`<svg viewBox="0 0 22 22" aria-hidden="true">${inside}</svg>`;

// cuts: the tree may have slashes
export const Legend = ({ tree, cuts }) => html`<p class="tree-legend"><span>${sign(html`<rect x="3" y="3" width="16" height="16" rx="2" />`)}${t('MAX moves')}</span><span>${sign(html`<circle cx="11" cy="11" r="9" />`)}${t('MIN moves')}</span>
  ${hasChance(tree) && html`<span>${sign(html`<path d="M1 11L11 1L21 11L11 21z" />`)}${t('chance moves')}</span>`}
  ${cuts && html`<span>${sign(html`<path d="M16 1L6 21" /><path class="slash" d="M5 8L16 13M3 11L14 16" />`)}${t('cut: not evaluated')}</span>`}</p>`;
