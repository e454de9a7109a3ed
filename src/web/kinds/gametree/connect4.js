// Connect four: a board to click on, the score of each column, play against the server.
import { cls, html, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { useAsk } from '../../parts/ask.js';
import { COLUMNS, ROWS, columnsOf, fourOf } from './rules.js';

const score = (value) => (value === undefined || value === null ? '' : value > 0 ? `+${value}` : String(value).replace('-', '−'));
const full = (columns) => columns.every((column) => column.length === ROWS);

// scores: of columns 1..7; press(column 1..7)
function Board({ columns, scores = new Map(), best = [], press, label }) {
  const four = new Set((fourOf(columns) ?? []).map(([c, r]) => c * ROWS + r));
  const keydown = (event) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')], to = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (to) buttons[(buttons.indexOf(event.target) + to + COLUMNS) % COLUMNS]?.focus();
    else if (/^[1-7]$/.test(event.key)) press(Number(event.key));
    else return;
    event.preventDefault();
  };
  return html`<div class="c4" role="group" aria-label=${label} onKeyDown=${keydown}>${columns.map((column, c) => html`<button type="button" key=${c} class=${cls('column', { best: best.includes(c + 1) })} aria-disabled=${column.length >= ROWS}
    data-column=${c + 1} onClick=${() => press(c + 1)}><span class="visually-hidden">${t('column {n}', { n: c + 1 })}: ${t('{count} stones', { count: column.length })}, ${t('score')} </span>
    <span class="score num">${score(scores.get(c + 1))}</span>
    ${Array.from({ length: ROWS }, (_, i) => ROWS - 1 - i).map((r) => html`<span key=${r} class=${cls('hole', column[r], { four: four.has(c * ROWS + r) })}></span>`)}</button>`)}</div>`;
}

const side = (columns) => (columns.flat().length % 2 ? t('Yellow') : t('Red'));

function verdict(columns, result) {
  if (fourOf(columns)) return t('{side} has four in a row.', { side: columns.flat().length % 2 ? t('Red') : t('Yellow') });
  if (full(columns)) return t('The board is full: a draw.');
  if (!result || result.value === null || result.value === undefined) return t('{side} to move.', { side: side(columns) });
  const who = { side: side(columns), n: result.moves_to_end };
  if (!result.value) return t('{side} to move: a draw with best play.', who);
  return result.value > 0 ? t('{side} to move and wins.', who) : t('{side} to move and loses.', who);
}

const valuesOf = (result) => new Map((result?.moves ?? []).map(({ move, value }) => [Number(move), value]));
const bestOf = (result) => (result?.best_moves ?? [result?.best]).filter((one) => one !== undefined && one !== null).map(Number);

export function View({ problem, result }) {
  const begun = problem.moves === undefined ? undefined : String(problem.moves), past = useSignal([begun ?? '']), answers = useSignal(false), shown = useSignal(true), asked = useAsk('gametree'), awaited = useRef(); // awaited: see Play() in tictactoe.js
  const moves = past.value.at(-1), fresh = past.value.length === 1, columns = begun === undefined ? columnsOf(problem) : columnsOf({ moves }), now = fresh ? result : asked.result;
  if (!columns) return null;
  const done = !!fourOf(columns) || full(columns);
  const look = async (next) => { const after = columnsOf({ moves: next }); asked.forget(); return fourOf(after) || full(after) ? undefined : asked.ask({ game: 'connect4', moves: next }); };
  const go = (next) => { past.value = [...past.peek(), next]; return look(next); };
  const press = async (column) => {
    if (begun === undefined || done || past.peek().at(-1) !== moves || awaited.current === moves || columns[column - 1].length >= ROWS) return;
    const next = `${moves}${column}`;
    awaited.current = answers.peek() ? next : undefined;
    const found = await go(next);
    if (awaited.current === next) awaited.current = undefined;
    if (!answers.peek() || !found || past.peek().at(-1) !== next) return;
    const [reply] = bestOf(found);
    if (reply) await go(`${next}${reply}`);
  };
  const back = () => { if (past.peek().length > 1) { past.value = past.peek().slice(0, -1); if (past.peek().length > 1) look(past.peek().at(-1)); } };
  return html`<section class="play"><${Board} columns=${columns} scores=${shown.value ? valuesOf(now) : undefined} best=${shown.value ? bestOf(now) : []} press=${press} label=${t('Board')} />
    <p role="status">${verdict(columns, done ? undefined : now)}${now?.moves_to_end !== undefined && !done ? ` ${t('The game ends in {n} moves.', { n: now.moves_to_end })}` : ''}</p>${asked.fault && html`<p class="notice bad" role="alert">${asked.fault}</p>`}
    <p class="hint">${t('A score is how many stones before the end of the board the side to move wins; below 0 it loses.')}</p>
    ${begun !== undefined && html`<div class="row"><label><input type="checkbox" checked=${answers.value} onChange=${({ target }) => { answers.value = target.checked; }} /> ${t('The server answers')}</label>
      <label><input type="checkbox" checked=${shown.value} onChange=${({ target }) => { shown.value = target.checked; }} /> ${t('Show values')}</label>
      <button type="button" class="quiet" aria-disabled=${past.value.length < 2} onClick=${back}>↶ ${t('Take back')}</button><code class="num">${moves}</code></div>`}</section>`;
}

export function Edit({ problem, ask, text }) {
  const columns = columnsOf(problem), moves = String(problem.moves ?? '');
  const press = (column) => { if (problem.board === undefined && columns?.[column - 1].length < ROWS && !fourOf(columns)) ask({ moves: `${moves}${column}` }); };
  return html`${columns ? html`<${Board} columns=${columns} press=${press} label=${t('Board')} /><p>${verdict(columns)}</p>` : html`<p class="notice warn">${t('These moves cannot be played.')}</p>`}
    ${text(t('Moves'), t('Columns 1 to 7 in the order played.'), moves, (given) => { const read = given.replace(/\s/g, ''); if (!columnsOf({ moves: read })) return false; ask({ moves: read, board: undefined }); return true; })}
    <div class="row"><button type="button" class="quiet" onClick=${() => ask({ moves: moves.slice(0, -1), board: undefined })}>↶ ${t('Take back')}</button><button type="button" class="quiet" onClick=${() => ask({ moves: '', board: undefined })}>${t('Clear')}</button></div>`;
}
