// The graph of all positions of a small game, as the figure of 7 coins in the lecture notes: boxes where MAX moves, ellipses
// where MIN does.
import { html, useMemo } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { Graph } from '../../../parts/graph/view.js';

const WRITTEN = 8; // piles that are written one by one

// Writes "4,3,1×9".
const short = (piles) => (!piles.length ? '0' : piles.length <= WRITTEN ? piles.join(',') : [...new Set(piles)].map((pile) => { const n = piles.filter((one) => one === pile).length; return n > 2 ? `${pile}×${n}` : Array(n).fill(pile).join(','); }).join(','));
const keyOf = (player, piles) => `${player} ${[...piles].filter((pile) => pile > 0).sort((a, b) => b - a).join(' ')}`;

// now: the position on the board, { piles, player }, which is marked
export function States({ states: { nodes, edges }, now, name }) {
  const graph = useMemo(() => ({ root: '0', nodes: nodes.map(({ piles, to_move: player }, v) => ({ id: String(v), name: short(piles), shape: player === 'MIN' ? undefined : 'box' })),
    edges: edges.map(([from, to], i) => ({ id: `e${i}`, from: String(from), to: [String(to)] })) }), [nodes, edges]);
  const key = keyOf(now.player, now.piles), here = nodes.findIndex(({ piles, to_move: player }) => keyOf(player, piles) === key);
  const looks = {
    node: (id) => { const { piles, winner, to_move: player } = nodes[id]; return { look: { [`won-${winner}`]: true, here: Number(id) === here }, told: `${piles.join(' + ') || '0'}: ${t('{player} to move; {winner} wins with best play.', { player, winner })}` }; },
    edge: (id) => { const [from, to] = edges[id.slice(1)]; return { look: { marked: nodes[to].winner === nodes[from].to_move } }; }
  };
  return html`<${Graph} graph=${graph} plain tag=${6} looks=${looks} focus=${here < 0 ? undefined : String(here)} label=${t('The graph of {count} positions', { count: nodes.length })} name=${name} />
    <p class="tree-legend"><span><i class="swatch MAX"></i>${t('MAX wins')}</span><span><i class="swatch MIN"></i>${t('MIN wins')}</span><span>${t('Box: MAX moves; circle: MIN moves')}</span><span>${t('Thick: moves that keep the win')}</span></p>`;
}
