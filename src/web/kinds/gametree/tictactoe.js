// Tic-tac-toe: a board to click on, the stages of the lecture notes as small boards, play against the server.
import { cls, html, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { useAsk } from '../../parts/ask.js';
import { EMPTY, mover, openLines, over, put, readBoard, rowOf, signOf } from './rules.js';

const cellName = (cell) => t('row {row}, column {column}', { row: Math.floor(cell / 3) + 1, column: cell % 3 + 1 });
// Formats a number, or "infinity" if a side has won.
const value = (of) => (of === null || of === undefined ? '' : String(of).replace('infinity', '∞').replace('-', '−'));

// values: of cells; best: cells; press(cell): the handler of clicks, if any
export function Board({ board, values = new Map(), best = [], press, last, label }) {
  const row = rowOf(board) ?? [];
  return html`<div class="ttt" role="group" aria-label=${label}>${Array.from(board, (sign, cell) => {
    const look = cls('cell', { x: sign === 'X', o: sign === 'O', best: best.includes(cell), won: row.includes(cell), last: cell === last });
    const inside = sign === '.' ? html`<span class="value">${value(values.get(cell))}</span>` : sign;
    const name = `${cellName(cell)}: ${sign === '.' ? (values.has(cell) ? t('worth {value}', { value: value(values.get(cell)) }) : t('empty')) : sign}`;
    return press ? html`<button type="button" key=${cell} class=${look} aria-label=${name} onClick=${() => press(cell)}>${inside}</button>` : html`<span key=${cell} class=${look}>${inside}</span>`;
  })}</div>`;
}

// A small board without input.
function Little({ board, last, best, label }) {
  return html`<svg class=${cls('little', { best })} viewBox="0 0 33 33" role="img" aria-label=${label}><path class="grid" d="M11 1V32M22 1V32M1 11H32M1 22H32" />
    ${Array.from(board, (sign, cell) => sign !== '.' && html`<text key=${cell} class=${cls(sign === 'X' ? 'x' : 'o', { last: cell === last })} x=${cell % 3 * 11 + 5.5} y=${Math.floor(cell / 3) * 11 + 6}>${sign}</text>`)}</svg>`;
}

const told = (board) => Array.from({ length: 3 }, (_, row) => board.slice(3 * row, 3 * row + 3)).join(' / ');

// Each move with the replies to it, as in figures 4.8 to 4.10 of the lecture notes.
export function Stage({ board, result }) {
  const { stage } = result, player = mover(board, result.to_move), mine = signOf(player), theirs = signOf(player === 'MAX' ? 'MIN' : 'MAX');
  return html`<section class="stage"><h2>${t('The stage: each move of {player} with the replies to it', { player })}</h2>
    <ol>${stage.moves.map((move) => {
      const now = put(board, move.cell, mine);
      return html`<li key=${move.cell} class=${cls('move', { best: move.best })}><div class="head"><${Little} board=${now} last=${move.cell} best=${move.best} label=${told(now)} />
        <span class="num"><b>${value(move.value)}</b>${move.best && html` <span class="good">★ ${t('best')}</span>`}</span></div>
        ${move.replies?.length > 0 && html`<ol class="replies">${move.replies.map((reply) => { const then = put(now, reply.cell, theirs); return html`<li key=${reply.cell} class=${cls({ best: reply.e === move.value })}><${Little} board=${then} last=${reply.cell} label=${told(then)} />
          <span class="num">${reply.max_open === undefined ? '' : `${reply.max_open} − ${reply.min_open} = `}<b>${value(reply.e)}</b></span></li>`; })}</ol>`}</li>`;
    })}</ol>
    <p class="muted num">${t('{count} leaves', { count: number(stage.leaves) })}${stage.leaves_without_symmetry !== undefined && stage.leaves_without_symmetry !== stage.leaves && `, ${t('{count} without symmetry', { count: number(stage.leaves_without_symmetry) })}`}</p>
    <p class="hint">${t('e(p) = lines open to X − lines open to O.')}</p></section>`;
}

const valuesOf = (result) => new Map((result?.moves ?? []).map(({ move, value: of }) => [move, of]));
const bestOf = (result) => (result?.best_moves ?? [result?.best]).filter((one) => Number.isInteger(one));

function verdict(board, result, player) {
  const row = rowOf(board);
  if (row) return t('{sign} has three in a row.', { sign: board[row[0]] });
  if (over(board)) return t('The board is full: a draw.');
  if (!result?.exact) return t('{sign} to move.', { sign: signOf(player) });
  return result.value > 0 ? t('X wins with best play.') : result.value < 0 ? t('O wins with best play.') : t('A draw with best play.');
}

// Starts at the position of the job; each click is a move, and the server may answer it. awaited: the board to which
// the server's reply is awaited; no move is accepted until then. Values alone do not block moves.
export function Play({ problem, result }) {
  const begun = readBoard(problem.board) ?? EMPTY, past = useSignal([begun]), last = useSignal(undefined), answers = useSignal(true), shown = useSignal(true), asked = useAsk('gametree'), awaited = useRef();
  const board = past.value.at(-1), player = past.value.length === 1 ? mover(board, problem.to_move) : mover(board), fresh = past.value.length === 1 && result.exact;
  const now = fresh ? result : asked.result;
  const look = async (next) => { asked.forget(); return over(next) ? undefined : asked.ask({ game: 'tictactoe', board: next }); };
  const go = (next, cell) => { past.value = [...past.peek(), next]; last.value = cell; return look(next); };
  const press = async (cell) => {
    if (board[cell] !== '.' || over(board) || past.peek().at(-1) !== board || awaited.current === board) return;
    const next = put(board, cell, signOf(player));
    awaited.current = answers.peek() ? next : undefined;
    const found = await go(next, cell);
    if (awaited.current === next) awaited.current = undefined;
    if (!answers.peek() || !found || past.peek().at(-1) !== next) return;
    const [reply] = bestOf(found);
    if (reply !== undefined) await go(put(next, reply, signOf(mover(next))), reply);
  };
  const back = () => { if (past.peek().length > 1) { const rest = past.peek().slice(0, answers.peek() && past.peek().length > 2 ? -2 : -1); past.value = rest; last.value = undefined; look(rest.at(-1)); } };
  if (!now && !asked.asking && !asked.fault && !over(board)) look(board);
  return html`<section class="play"><h2>${t('Play on')}</h2><${Board} board=${board} values=${shown.value ? valuesOf(now) : undefined} best=${shown.value ? bestOf(now) : []} press=${press} last=${last.value} label=${t('Board')} />
    <p role="status">${verdict(board, now, player)}</p>${asked.fault && html`<p class="notice bad" role="alert">${asked.fault}</p>`}
    <div class="row"><label><input type="checkbox" checked=${answers.value} onChange=${({ target }) => { answers.value = target.checked; }} /> ${t('The server answers')}</label>
      <label><input type="checkbox" checked=${shown.value} onChange=${({ target }) => { shown.value = target.checked; }} /> ${t('Show values')}</label>
      <button type="button" class="quiet" aria-disabled=${past.value.length < 2} onClick=${back}>↶ ${t('Take back')}</button></div></section>`;
}

const Evaluation = ({ board }) => { const [x, o] = ['X', 'O'].map((sign) => openLines(board, sign)); return html`<p class="num">e(p) = ${x} − ${o} = <b>${value(x - o)}</b></p>`; };

export function View({ problem, result }) {
  const board = readBoard(problem.board) ?? EMPTY, { counts } = result;
  return html`<div class="pair-of"><${Play} problem=${problem} result=${result} />
    <div>${!rowOf(board) && html`<h2>${t('This position')}</h2><${Evaluation} board=${board} />`}
      ${counts && html`<dl class="numbers">${[[t('Nodes of the tree'), counts.nodes], [t('Games'), counts.games], [t('Positions'), counts.positions], [t('Up to symmetry'), counts.positions_up_to_symmetry]].map(([name, of]) => of !== undefined && html`<div key=${name}><dt>${name}</dt><dd class="num">${number(of)}</dd></div>`)}</dl>`}
      ${result.stage && html`<${Stage} board=${board} result=${result} />`}</div></div>`;
}

// Clicks cycle through empty, X, O.
export function Edit({ problem, ask }) {
  const board = readBoard(problem.board) ?? EMPTY, { ply, symmetry = false } = problem;
  const press = (cell) => ask({ board: put(board, cell, { '.': 'X', X: 'O', O: '.' }[board[cell]]), to_move: undefined });
  return html`<${Board} board=${board} press=${press} label=${t('Board')} /><${Evaluation} board=${board} />
    <div class="row"><label>${t('Depth')} <select onChange=${({ target }) => ask({ ply: target.value ? Number(target.value) : undefined, ...(!target.value && { symmetry: undefined }) })}>
      <option value="" selected=${!ply}>${t('to the end')}</option>${[1, 2, 3, 4].map((n) => html`<option key=${n} value=${n} selected=${ply === n}>${n === 1 ? t('1 move') : t('{n} moves', { n })}</option>`)}</select></label>
    ${ply && html`<label><input type="checkbox" checked=${symmetry} onChange=${({ target }) => ask({ symmetry: target.checked || undefined })} /> ${t('Up to symmetry')}</label>`}
    <button type="button" class="quiet" onClick=${() => ask({ board: EMPTY, to_move: undefined })}>${t('Clear')}</button></div>
    <p class="hint">${t('Click a cell: X, O, empty.')}</p>`;
}
