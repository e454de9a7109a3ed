// Grundy's game and nim: the piles are played on directly, with the winning moves and the Grundy values. In misere play the
// player without a move wins.
import { html } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { Field } from '../../../parts/field.js';
import { Surface } from '../../../surface/surface.js';
import { Moves, Sides, Steps, keys } from '../play/controls.js';
import { usePlay } from '../play/play.js';
import { Facts, Fault, select } from '../words.js';
import { Board, deed } from './board.js';
import { game, lost, partsOf, readPiles } from './rules.js';
import { States } from './states.js';

const moveText = (best) => (best.into ? t('Split {pile} into {a} and {b}.', { pile: best.pile, a: best.into[0], b: best.into[1] }) : best.to ? t('Take {count} from the pile of {pile}.', { count: best.pile - best.to, pile: best.pile }) : t('Take the whole pile of {pile}.', { pile: best.pile }));

// The winner, and a move that wins.
function verdict({ game: name, piles, player }, result, asking, misere) {
  if (lost(name, piles)) return { tone: 'good', text: misere ? t('No move is left: {player} wins.', { player }) : t('{player} cannot move and loses.', { player }) };
  if (!result) return { tone: '', text: `${t('{player} to move.', { player })}${asking ? ` ${t('Searching…')}` : ''}` };
  if (!result.winner) return { tone: 'warn', text: t('The time was up before the value was known.') };
  const text = t('{player} to move; {winner} wins with best play.', { player, winner: result.winner });
  return { tone: 'good', text: result.winner === player && result.best ? `${text} ${moveText(result.best)}` : text };
}

// Why: the sum of the Grundy values, or the rule of misere play.
function Reason({ name, result, misere, player }) {
  if (!result?.winner) return null;
  const sum = (result.piles ?? []).flatMap(({ value }) => value ?? []), { winner, winning_moves: good, moves_count: all } = result;
  return html`${misere ? html`<p class="hint">${name === 'nim' ? t('Misère: play as usual while a pile is worth more than one, then leave an odd number of ones.') : t('Misère: Grundy values do not decide it; all positions were searched.')}</p>`
    : sum.length > 0 && html`<p class="num muted">${sum.join(' ⊕ ')} = <b>${result.value}</b>${result.value ? '' : ` · ${t('the player to move loses')}`}</p>`}
    ${winner === player && good !== undefined && html`<p class="num muted">${t('{good} of {all} moves win.', { good: number(good), all: number(all) })}</p>`}`;
}

function Options({ problem, ask }) {
  const { game: name, piles = [], to_move: player = 'MAX', misere = false, tree = false, take: most } = problem;
  const check = (member, value, label) => html`<label><input type="checkbox" checked=${value} onChange=${({ target }) => ask({ [member]: target.checked || undefined })} /> ${label}</label>`;
  return html`<section class="options"><${Field} label=${t('Piles')} hint=${t('Coins of each, such as 3 4 5.')} value=${piles.join(' ')} read=${(given) => { const read = readPiles(given); if (read) ask({ piles: read }); return !!read; }} />
    ${name === 'nim' && html`<${Field} label=${t('Most coins of a move')} hint=${t('Empty: any number.')} value=${most ? String(most) : ''} read=${(given) => { const valid = /^\s*([1-9]\d{0,8})?\s*$/.test(given); if (valid) ask({ take: Number(given) || undefined }); return valid; }} />`}
    <div class="row">${select(t('To move'), player, [['MAX', 'MAX'], ['MIN', 'MIN']], (one) => ask({ to_move: one }))}${check('misere', misere, t('Misère: the player without a move wins'))}${check('tree', tree, t('Draw all positions'))}</div></section>`;
}

// The board: the piles, or, where the answer has it, the graph of all positions.
function Picture({ session, play, type }) {
  const states = session.answer.value?.states, view = session.view.value, graph = states && view.picture === 'positions', { position, result } = play;
  const of = play.shows && result?.piles && new Map(result.piles.map(({ pile, value }) => [pile, value])), tab = (id, name) => html`<button type="button" class="second" aria-pressed=${(view.picture ?? 'piles') === id} onClick=${() => session.look({ picture: id === 'piles' ? undefined : id })}>${name}</button>`;
  return html`${graph ? html`<${States} states=${states} now=${position} name=${`gametree-${session.job.value.id}`} />`
    : html`<${Board} position=${position} best=${play.best} values=${of && position.piles.map((pile) => of.get(pile))} press=${play.press} type=${type} label=${t('Piles')} />`}
    ${states && html`<div class="row tight">${tab('piles', t('Piles'))}${tab('positions', t('All positions'))}</div>`}`;
}

export function Piles({ session, kind, problem, shared }) {
  const play = usePlay(session, game, problem), { position, line, result } = play, { misere } = problem;
  const told = verdict(position, result, play.asking, misere), ask = (more) => { const next = { ...problem, ...more }; if (JSON.stringify(next) !== JSON.stringify(problem)) session.change(next); };
  const name = (move, i) => { const [pile, at] = partsOf(move), { piles, player } = line.positions[i]; return `${i + 1}. ${player}: ${number(piles[pile])}, ${deed(problem.game, piles[pile], at)}`; };
  return html`<${Surface} session=${session} kind=${kind} progress=${shared.progress} className="gametree" verdict=${told} status=${told.text}
    board=${html`<${Picture} session=${session} play=${play} type=${(event) => keys(event, play)} />`}
    tools=${html`<${Steps} play=${play} /><p class="hint">${problem.game === 'grundy' ? t('Click a coin to split its pile behind it, into two unequal ones.') : t('Click a coin: it and the coins right of it are taken.')}</p>`}
    actions=${html`${shared.pick}${shared.actions}`}>
    <${Fault} play=${play} /><${Reason} name=${problem.game} result=${play.over ? undefined : result} misere=${misere} player=${position.player} />
    <${Sides} play=${play} game=${problem.game} names=${['MAX', 'MIN']} />
    <${Moves} play=${play} name=${name} /><${Options} problem=${problem} ask=${ask} /><${Facts} result=${result} />${shared.below}<//>`;
}

