// The stage of an answer: each move with the replies to it, as in figures 4.8 to 4.10 of the lecture notes.
import { cls, html } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { Little, value } from './board.js';
import { mover, put, signOf } from './rules.js';

const told = (board) => Array.from({ length: 3 }, (_, row) => board.slice(3 * row, 3 * row + 3)).join(' / ');

function Reply({ reply, board, sign, best }) {
  const then = put(board, reply.cell, sign);
  return html`<li class=${cls({ best })}><${Little} board=${then} last=${reply.cell} label=${told(then)} />
    <span class="num">${reply.max_open === undefined ? '' : `${reply.max_open} − ${reply.min_open} = `}<b>${value(reply.e)}</b></span></li>`;
}

// press(cells): plays a move, or a move and its reply
export function Stage({ board, result, press }) {
  const { stage } = result, player = mover(board, result.to_move), mine = signOf(player), theirs = signOf(player === 'MAX' ? 'MIN' : 'MAX');
  return html`<section class="stage"><h2>${t('The stage: each move of {player} with the replies to it', { player })}</h2>
    <ol>${stage.moves.map((move) => {
      const now = put(board, move.cell, mine);
      return html`<li key=${move.cell} class=${cls('move', { best: move.best })}><button type="button" class="quiet head" onClick=${() => press([move.cell])}><${Little} board=${now} last=${move.cell} best=${move.best} label=${told(now)} />
        <span class="num"><b>${value(move.value)}</b>${move.best && html` <span class="good">★ ${t('best')}</span>`}</span></button>
        ${move.replies?.length > 0 && html`<ol class="replies">${move.replies.map((reply) => html`<${Reply} key=${reply.cell} reply=${reply} board=${now} sign=${theirs} best=${reply.e === move.value} />`)}</ol>`}</li>`;
    })}</ol>
    <p class="muted num">${t('{count} leaves', { count: number(stage.leaves) })}${stage.leaves_without_symmetry !== undefined && stage.leaves_without_symmetry !== stage.leaves && `, ${t('{count} without symmetry', { count: number(stage.leaves_without_symmetry) })}`}</p>
    <p class="hint">${t('e(p) = lines open to X − lines open to O.')}</p></section>`;
}
