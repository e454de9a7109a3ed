// Tic-tac-toe: one board to play on, with the value of every empty cell; set up by clicks where the side does not matter.
import { html, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { Surface } from '../../../surface/surface.js';
import { Best, Moves, Sides, Steps, keys } from '../play/controls.js';
import { usePlay } from '../play/play.js';
import { Facts, Fault } from '../words.js';
import { Board, cellName, value } from './board.js';
import { EMPTY, canOccur, game, openLines, over, put, readBoard, rowOf, signOf } from './rules.js';
import { Stage } from './stage.js';

// The sentence of a position: who wins, or what the search to a limited depth says.
function verdict({ board, player }, result, asking) {
  const row = rowOf(board), sign = signOf(player);
  if (row) return { tone: 'good', text: t('{sign} has three in a row.', { sign: board[row[0]] }) };
  if (over(board)) return { tone: '', text: t('The board is full: a draw.') };
  if (!result) return { tone: '', text: `${t('{sign} to move.', { sign })}${asking ? ` ${t('Searching…')}` : ''}` };
  if (!result.exact) return { tone: '', text: t('{sign} to move. The best move is worth {value} by e(p).', { sign, value: value(result.value) }) };
  return { tone: 'good', text: `${t('{sign} to move.', { sign })} ${result.value > 0 ? t('X wins with best play.') : result.value < 0 ? t('O wins with best play.') : t('A draw with best play.')}` };
}

const Evaluation = ({ board }) => {
  const [x, o] = ['X', 'O'].map((sign) => openLines(board, sign));
  return !rowOf(board) && html`<p class="num">e(p) = ${x} − ${o} = <b>${value(x - o)}</b></p>`;
};

const Counts = ({ counts }) => counts && html`<dl class="numbers">${[[t('Nodes of the tree'), counts.nodes], [t('Games'), counts.games], [t('Positions'), counts.positions], [t('Up to symmetry'), counts.positions_up_to_symmetry]].map(([name, of]) => of !== undefined && html`<div key=${name}><dt>${name}</dt><dd class="num">${number(of)}</dd></div>`)}</dl>`;

function Options({ problem, ask }) {
  const { ply, symmetry = false, count = false } = problem;
  return html`<div class="row"><label>${t('Depth')} <select onChange=${({ target }) => ask({ ply: target.value ? Number(target.value) : undefined, ...(!target.value && { symmetry: undefined }) })}>
      <option value="" selected=${!ply}>${t('to the end')}</option>${[1, 2, 3, 4].map((n) => html`<option key=${n} value=${n} selected=${ply === n}>${n === 1 ? t('1 move') : t('{n} moves', { n })}</option>`)}</select></label>
    ${ply && html`<label><input type="checkbox" checked=${symmetry} onChange=${({ target }) => ask({ symmetry: target.checked || undefined })} /> ${t('Up to symmetry')}</label>`}
    ${!ply && html`<label><input type="checkbox" checked=${count} onChange=${({ target }) => ask({ count: target.checked || undefined })} /> ${t('Count games and positions')}</label>`}</div>`;
}

const CYCLE = { '.': 'X', X: 'O', O: '.' };

// shared: { pick, actions, below } of page.js: the choice of the game, its buttons, what stands below the details
export function TicTacToe({ session, kind, problem, shared }) {
  const setup = useSignal(false), sound = readBoard(problem.board) ? problem : { ...problem, board: EMPTY }; // another board is shown as an empty one
  const play = usePlay(session, game, sound, { quiet: setup.value }), { board } = play.position, ask = (more) => session.change({ ...problem, ...more });
  const place = (cell, sign) => ask({ board: put(board, cell, sign), to_move: undefined });
  const press = (cell) => (setup.value ? place(cell, CYCLE[board[cell]]) : play.press(cell));
  const type = (cell, event) => {
    const sign = setup.value && { x: 'X', X: 'X', o: 'O', O: 'O', 0: 'O', '.': '.', Backspace: '.', Delete: '.' }[event.key];
    if (!sign) return keys(event, play);
    event.preventDefault();
    place(cell, sign);
    return true;
  };
  const told = setup.value ? { tone: '', text: canOccur(board) ? t('Click a cell: X, O, empty.') : t('This board cannot come up: count X and O.') } : verdict(play.position, play.result, play.asking);
  const start = () => { setup.value = false; session.change({ ...problem, board: EMPTY, to_move: undefined }, { push: true }); };
  return html`<${Surface} session=${session} kind=${kind} progress=${shared.progress} square className="gametree" verdict=${told} status=${told.text}
    board=${html`<${Board} board=${board} values=${play.values} best=${play.best} press=${press} type=${type} last=${play.line.moves[play.line.at - 1]} label=${t('Board')} />`}
    tools=${html`<${Steps} play=${play} />`}
    actions=${html`${shared.pick}<button type="button" class="second" aria-pressed=${setup.value} onClick=${() => { setup.value = !setup.value; }}>${t('Set up')}</button><button type="button" class="quiet" onClick=${start}>${t('New game')}</button>${shared.actions}`}>
    <${Fault} play=${play} /><${Sides} play=${play} game=${problem.game} names=${['X', 'O']} />
    <${Moves} play=${play} name=${(cell, i) => `${i + 1}. ${signOf(game.side(play.line.positions[i]) ? 'MIN' : 'MAX')} ${cellName(cell)}`} />
    ${play.result?.exact && html`<${Best} play=${play} moves=${play.result.line} name=${(cell) => cellName(cell)} />`}
    <${Evaluation} board=${board} /><${Options} problem=${problem} ask=${ask} /><${Counts} counts=${session.answer.value?.counts} />
    ${play.result?.stage && html`<${Stage} board=${board} result=${play.result} press=${play.run} />`}<${Facts} result=${play.result} />${shared.below}<//>`;
}
