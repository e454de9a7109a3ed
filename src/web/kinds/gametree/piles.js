// Grundy's game and nim: piles of coins to be split or taken from, their values, the winner, the graph of a small game.
// In misere play the player without a move wins.
import { cls, html, useMemo, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { useAsk } from '../../parts/ask.js';
import { Drawing } from '../../parts/drawing.js';
import { layered } from '../../parts/graph/layers.js';
import { canSplit, lost, otherPlayer, readPiles, split, take } from './rules.js';

const COINS = 40, DRAWN = 120, WRITTEN = 8; // limits: coins of a pile and positions that are drawn, piles that are written one by one

// One pile. A click between its coins splits it (grundy); a click at a coin reduces it to the coins left of it (nim).
// best: the places of the best move; take: the largest number of coins of a move
function Pile({ game, pile, i, move, best, of, take: most = Infinity }) {
  const name = (at) => (game === 'grundy' ? t('split into {a} and {b}', { a: at, b: pile - at }) : at ? t('leave {n}', { n: at }) : t('take all'));
  const gap = (at) => (move && (game === 'grundy' ? canSplit(pile, at) : at < pile && pile - at <= most) ? html`<button type="button" class=${cls('gap', { best: best?.includes(at) })} title=${name(at)} aria-label=${`${t('pile {n}', { n: i + 1 })}: ${name(at)}`} onClick=${() => move(i, at)}></button>` : html`<span class="gap"></span>`);
  return html`<div class="pile"><span class="num count">${number(pile)}</span>${pile <= COINS ? html`<span class="coins">${gap(0)}${Array.from({ length: pile }, (_, n) => html`<span class="coin" key=${n}></span>${gap(n + 1)}`)}</span>` : html`<span class="muted">${t('too many to be drawn')}</span>`}
    ${of !== undefined && html`<span class="num value">G = <b>${of}</b></span>`}</div>`;
}

export const Piles = ({ game, piles, move, best, values, take: most }) => html`<div class="piles">${piles.map((pile, i) => html`<${Pile} key=${i} game=${game} pile=${pile} i=${i} move=${move} take=${most} of=${values?.[i]} best=${best?.i === i ? best.at : undefined} />`)}</div>`;

// Returns the best move of an answer: its pile and the places to click.
function bestOf(game, piles, best) {
  if (!best) return undefined;
  const i = piles.indexOf(best.pile);
  if (i < 0) return undefined;
  return { i, at: best.into ? [best.into[0], best.into[1]].filter((at) => at > 0 && at < best.pile) : [best.to] };
}

const moveText = (best) => (best.into ? t('Split {pile} into {a} and {b}.', { pile: best.pile, a: best.into[0], b: best.into[1] }) : best.to ? t('Take {count} from the pile of {pile}.', { count: best.pile - best.to, pile: best.pile }) : t('Take the whole pile of {pile}.', { pile: best.pile }));

// The winner and the reason.
function Verdict({ game, piles, player, result, misere }) {
  if (lost(game, piles)) return html`<p role="status"><b>${misere ? t('No move is left: {player} wins.', { player }) : t('{player} cannot move and loses.', { player })}</b></p>`;
  if (!result) return html`<p role="status">${t('{player} to move.', { player })}</p>`;
  if (!result.winner) return html`<p role="status">${t('The time was up before the value was known.')}</p>`;
  const sum = (result.piles ?? []).flatMap(({ value }) => value ?? []);
  return html`<p role="status">${t('{player} to move; {winner} wins with best play.', { player, winner: result.winner })} ${result.winner === player && result.best && moveText(result.best)}</p>
    ${misere ? html`<p class="hint">${game === 'nim' ? t('Misère: play as usual while a pile is worth more than one, then leave an odd number of ones.') : t('Misère: Grundy values do not decide it; all positions were searched.')}</p>`
      : sum.length > 0 && html`<p class="num muted">${sum.join(' ⊕ ')} = <b>${result.value}</b>${result.value ? '' : ` · ${t('the player to move loses')}`}</p>`}`;
}

export function Play({ problem, result }) {
  const game = problem.game, past = useSignal([{ piles: problem.piles, player: problem.to_move ?? result.to_move ?? 'MAX' }]), answers = useSignal(true), asked = useAsk('gametree'), awaited = useRef(); // awaited: see Play() in tictactoe.js
  const current = past.value.at(-1), { piles, player } = current, now = past.value.length === 1 ? result : asked.result, { misere, take: most } = problem;
  const question = (at) => ({ game, piles: at.piles, to_move: at.player, ...(misere && { misere }), ...(most && { take: most }) });
  const look = async (next) => { asked.forget(); return lost(game, next.piles) ? undefined : asked.ask(question(next)); };
  const go = (next) => { past.value = [...past.peek(), next]; return look(next); };
  const after = (from, i, at) => ({ piles: game === 'grundy' ? split(from.piles, i, at) : take(from.piles, i, at), player: otherPlayer(from.player) });
  const move = async (i, at) => {
    if (past.peek().at(-1) !== current || awaited.current === current) return;
    const next = after(current, i, at);
    awaited.current = answers.peek() ? next : undefined;
    const found = await go(next);
    if (awaited.current === next) awaited.current = undefined;
    if (!answers.peek() || !found || past.peek().at(-1) !== next) return;
    const reply = bestOf(game, next.piles, found.best);
    if (reply) await go(after(next, reply.i, reply.at[0]));
  };
  const back = () => { if (past.peek().length > 1) { past.value = past.peek().slice(0, answers.peek() && past.peek().length > 2 ? -2 : -1); if (past.peek().length > 1) look(past.peek().at(-1)); } };
  const of = now?.piles && new Map(now.piles.map(({ pile, value }) => [pile, value])), values = of && piles.map((pile) => of.get(pile));
  return html`<section class="play"><${Piles} game=${game} piles=${piles} move=${move} take=${most} best=${now?.winner === player ? bestOf(game, piles, now.best) : undefined} values=${values} /><${Verdict} game=${game} piles=${piles} player=${player} result=${now} misere=${misere} />
    ${asked.fault && html`<p class="notice bad" role="alert">${asked.fault}</p>`}
    <div class="row"><label><input type="checkbox" checked=${answers.value} onChange=${({ target }) => { answers.value = target.checked; }} /> ${t('The server answers')}</label>
      <button type="button" class="quiet" aria-disabled=${past.value.length < 2} onClick=${back}>↶ ${t('Take back')}</button></div>
    <p class="hint">${game === 'grundy' ? t('Click between two coins to split a pile there, into two unequal ones.') : t('Click a gap: the coins right of it are taken.')}</p></section>`;
}

// Writes "4,3,1×9".
const short = (piles) => (!piles.length ? '0' : piles.length <= WRITTEN ? piles.join(',') : [...new Set(piles)].map((pile) => { const n = piles.filter((one) => one === pile).length; return n > 2 ? `${pile}×${n}` : Array(n).fill(pile).join(','); }).join(','));

// The graph of all positions by the player to move, as the figure of 7 coins in the lecture notes.
export function States({ states: { nodes, edges }, name }) {
  const plan = useMemo(() => {
    const half = nodes.map(({ piles }) => Math.max(22, short(piles).length * 3.8 + 10));
    return { half, ...layered(half.map((of) => ({ left: of, right: of })), edges.map(([from, to]) => ({ from, to })), { gap: 18 }) };
  }, [nodes, edges]);
  const at = (x, layer) => [x + 50, layer * 78 + 30];
  return html`<section class="wide"><h2>${t('All positions')}</h2><${Drawing} width=${plan.width + 70} height=${(plan.layers - 1) * 78 + 60} label=${t('The graph of {count} positions', { count: nodes.length })} name=${name}>
    ${Array.from({ length: plan.layers }, (_, layer) => html`<text class="row" key=${layer} x="4" y=${layer * 78 + 30}>${nodes[plan.layer.indexOf(layer)].to_move}</text>`)}
    ${edges.map(([from, to], i) => { const [a, b] = [at(plan.x[from], plan.layer[from]), at(plan.x[to], plan.layer[to])]; return html`<line class=${cls('edge', { best: nodes[to].winner === nodes[from].to_move })} key=${i} x1=${a[0]} y1=${a[1] + 15} x2=${b[0]} y2=${b[1] - 15} />`; })}
    ${nodes.map(({ piles, winner }, v) => { const [x, y] = at(plan.x[v], plan.layer[v]); return html`<g key=${v} class=${cls('state-node', winner)}><title>${`${piles.join(' + ')}: ${winner}`}</title>
      <rect x=${x - plan.half[v]} y=${y - 15} width=${2 * plan.half[v]} height="30" rx="6" /><text x=${x} y=${y}>${short(piles)}</text></g>`; })}<//>
    <p class="tree-legend"><span><i class="swatch MAX"></i>${t('MAX wins')}</span><span><i class="swatch MIN"></i>${t('MIN wins')}</span><span>${t('Thick: moves that keep the win')}</span></p></section>`;
}

export const View = ({ problem, result, name }) => html`<${Play} problem=${problem} result=${result} />${result.states && (result.states.nodes.length <= DRAWN ? html`<${States} states=${result.states} name=${name} />` : html`<p class="notice">${t('{count} positions are too many to be drawn.', { count: number(result.states.count ?? result.states.nodes.length) })}</p>`)}`;

export function Edit({ problem, ask, text }) {
  const { game, piles = [], to_move: player = 'MAX', misere = false, tree = false, take: most } = problem;
  const check = (name, value, label) => html`<label><input type="checkbox" checked=${value} onChange=${({ target }) => ask({ [name]: target.checked || undefined })} /> ${label}</label>`;
  return html`${text(t('Piles'), t('Coins of each, such as 3 4 5.'), piles.join(' '), (given) => { const read = readPiles(given); if (read) ask({ piles: read }); return !!read; })}
    <${Piles} game=${game} piles=${piles} />
    <div class="row"><label>${t('To move')} <select onChange=${({ target }) => ask({ to_move: target.value })}>${['MAX', 'MIN'].map((one) => html`<option key=${one} value=${one} selected=${one === player}>${one}</option>`)}</select></label>
    ${check('misere', misere, t('Misère: the player without a move wins'))}${check('tree', tree, t('Draw all positions'))}</div>
    ${game === 'nim' && text(t('Most coins of a move'), t('Empty: any number.'), most ? String(most) : '', (given) => { const valid = /^\s*([1-9]\d{0,8})?\s*$/.test(given); if (valid) ask({ take: Number(given) || undefined }); return valid; })}`;
}
