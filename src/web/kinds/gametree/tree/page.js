// Game trees: the tree is edited on the board, and the search is stepped through in the same picture.
import { cls, html, useLayoutEffect, useMemo, useRef, useSignal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { Surface } from '../../../surface/surface.js';
import { Facts, choice, select, shortValue, worth } from '../words.js';
import { Legend, TreeBoard } from './board.js';
import { addChild, nestedOf, draftOf, removeParent, swapPlayers } from './edit.js';
import { Generate, NodeForm, TextForm } from './form.js';
import { editOf, idOf, nodeOf, pathOf } from './graph.js';
import { hasChance, leavesOf, nodeAt, readTree } from './model.js';
import { minimax, principal } from './playback.js';
import { Details, Player, usePlayer } from './player.js';
import { alphaBeta } from './steps.js';
import { sweep } from './sweep.js';

const SMALL = 60; // nodes that need no search on a phone

const treeless = ({ tree, parent, first_child: child, children, value, player, p, to_move: toMove, generate, ...rest }) => rest;

// The methods: [id, name, members of the problem]. A method of the problem that none of them has is shown by its engine.
const methods = (chance) => [['auto', t('Value and best move'), {}],
  ...(chance ? [['expectiminimax', t('Expectiminimax step by step'), { engine: 'expectiminimax', trace: true }]] : [['alphabeta', t('Alpha-beta step by step'), { engine: 'alphabeta', trace: true }], ['minimax', t('Minimax step by step'), { engine: 'minimax', trace: true }]]),
  ['open_closed', t('Minimax with OPEN and CLOSED'), { engine: 'open_closed', trace: true }], ...(chance ? [] : [['compare', t('Compare engines'), { compare: true }]])];
const methodOf = ({ engine = 'auto', trace, compare }) => (compare ? 'compare' : trace ? (engine === 'auto' ? 'alphabeta' : engine) : engine === 'auto' ? 'auto' : '');

// The sentence of an answer: the value, and the branch to take.
function verdict(result) {
  const { to_move: player = 'MAX', best, moves, bound, timeout } = result;
  const branch = best === undefined || best === null ? '' : ` ${t('{player} takes branch {move}.', { player, move: moves?.find((one) => one.move === best)?.name ?? best + 1 })}`;
  return { tone: timeout || bound ? 'warn' : 'good', text: worth(result) + branch };
}

// The look of a tree whose answer has no steps: all values, and the best line.
function whole(tree) {
  const values = tree.values ?? minimax(tree).values, line = principal(tree, new Map(values.entries()));
  return { look: (v) => ({ text: shortValue(values[v]), look: { done: true } }), line };
}

// Returns what the selected node is and what edits it: { selected: its number, if any, path: its path or that of the root, edit, choose, form,
// board(graph): attributes of the graph, keydown, focusin }.
function useEdits(session, tree) {
  const selected = useSignal(null), form = useRef(), wants = useRef(false), fresh = useRef(null), found = nodeOf(tree ?? { children: [] }, selected.value?.node);
  const path = tree && found !== undefined ? tree.path[found] : [];
  // Returns whether there is a changed tree; an equal one is no step of undo.
  const take = (lists, now) => {
    if (lists && JSON.stringify(lists) !== JSON.stringify(nestedOf(draftOf(now)))) session.change({ tree: lists, ...treeless(session.problem.peek()) });
    return !!lists;
  };
  const edit = (act) => { const now = readTree(session.problem.peek()); return !!now && take(act(now), now); };
  const choose = (to, field) => { selected.value = { node: idOf(to) }; wants.current = !!field; };
  const field = (which) => { const input = form.current?.querySelector(which) ?? form.current?.querySelector('input'); input?.focus(); input?.select?.(); };
  useLayoutEffect(() => {
    if (fresh.current) { selected.value = fresh.current; fresh.current = null; } // the graph selected its own name of a new node
    if (!wants.current) return;
    wants.current = false;
    field('.payoff input');
  });
  // A tap selects; a branch is selected as the node that it leads to.
  const pick = ({ node, edge }) => { selected.value = { node: node ?? edge }; return true; };
  const board = (graph) => ({ selected, pick, history: { undo: session.undo, redo: session.redo, past: session.past.value.length, future: session.future.value.length },
    change: (next) => { const { lists, select: to } = editOf(tree, graph, next); if (take(lists, tree) && to) fresh.current = { node: idOf(to) }; } });
  // Gambit's keys, on a node that has the focus. The graph has the arrows, Delete and the rest.
  const keydown = (event) => {
    const id = event.target.closest?.('[data-node]')?.dataset.node, v = nodeOf(tree, id), at = v === undefined ? null : tree.path[v];
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = { n: () => field('.fields input'), N: () => field('.fields input'), m: () => field('.payoff input, .kind select'), M: () => field('.payoff input, .kind select'), r: () => choose([]), R: () => choose([]), a: () => { if (edit((now) => addChild(now, at))) choose([...at, tree.children[v].length]); },
      Backspace: () => { if (at.length && edit((now) => removeParent(now, at))) choose(at.slice(0, -1)); } }[event.key];
    const typing = !run && !tree.children[v].length && /^[-\d]$/.test(event.key);
    if (!run && !typing) return;
    event.preventDefault();
    event.stopPropagation();
    if (run) run();
    else { const input = form.current?.querySelector('.payoff input'); if (input) { input.focus(); input.value = event.key; } }
  };
  const focusin = (event) => { const id = event.target.closest?.('[data-node]')?.dataset.node; if (id !== undefined && nodeOf(tree, id) !== undefined && selected.peek()?.node !== id) selected.value = { node: id }; };
  return { selected: found, path, edit, choose, form, board, keydown, focusin };
}

function Editing({ session, problem, tree, edits }) {
  const made = !!problem.generate, set = (next) => session.change({ ...next, ...treeless(problem) }, { push: true }), ask = (generate) => session.change({ ...problem, generate });
  return html`${tree && !made && html`<${NodeForm} tree=${tree} path=${edits.path} edit=${edits.edit} choose=${edits.choose} form=${edits.form} />`}
    <div class="row">${select(t('Tree'), made ? 'generate' : 'text', [['text', t('typed')], ['generate', t('generated')]], (value) => set(value === 'generate' ? { generate: { branching: 2, depth: 4, values: 'random', seed: 1 } } : { tree: ['MAX', ['MIN', 3, 5], ['MIN', 2, 9]] }))}
      ${!made && tree && !tree.chance[0] && select(t('To move'), tree.max[0] ? 'MAX' : 'MIN', [['MAX', 'MAX'], ['MIN', 'MIN']], () => edits.edit(swapPlayers))}</div>
    ${made ? html`<${Generate} given=${problem.generate} ask=${ask} />` : html`<${TextForm} tree=${tree} change=${(lists) => session.change({ tree: lists, ...treeless(problem) })} />`}
    ${!made && html`<p class="hint">${t('On the tree: arrows go from node to node, A adds a child, N and M go to the fields, a digit types a payoff, Delete and Backspace delete the subtree or the parent, R is the root.')}</p>`}`;
}

const NoTree = ({ problem }) => html`<p class="notice tree-missing">${problem.generate ? t('The server makes this tree; a small one is drawn with the answer.') : t('This tree is too large to be drawn; its numbers are in the panel.')}</p>`;

// shared: see tictactoe/page.js
export function TreePage({ session, kind, problem, shared }) {
  const result = session.answer.value, answered = session.state.value === 'answered' && !!result, asked = session.asked.value ?? problem;
  const tree = useMemo(() => (answered ? readTree(asked, result) : readTree(problem)), [answered, asked, result, problem]), chance = hasChance(tree);
  const story = useMemo(() => (answered && tree && result.trace ? (result.trace.engine === 'alphabeta' ? alphaBeta : sweep)(tree, result) : null), [answered, tree, result]);
  const player = usePlayer(session, story), plain = useMemo(() => (answered && tree && !story ? whole(tree) : null), [answered, tree, story]);
  const edits = useEdits(session, tree), editable = !answered && session.state.value !== 'asking' && session.state.value !== 'waiting' && !problem.generate;
  const method = (id) => {
    const { engine, trace, compare, ...rest } = session.problem.peek(), next = { ...rest, ...methods(chance).find(([one]) => one === id)[2] };
    session.change(next);
    if (answered) session.ask(next);
  };
  const label = story ? t('{method}, step {step} of {steps}', { method: story.name(), step: player.i, steps: story.count - 1 }) : answered ? t('The tree with all its values') : t('The tree: {count} leaves', { count: tree ? leavesOf(tree) : 0 });
  const shown = story ? { look: (v) => player.view.look(player.frame, v), cut: (v) => story.cut(player.frame, v) && player.view === story, line: player.view.line(player.frame), focus: player.frame.at } : plain ?? (editable && edits.selected ? { focus: edits.selected } : {});
  const options = methods(chance), now = methodOf(problem), board = tree && html`<${TreeBoard} tree=${tree} ...${shown} label=${label} name=${`gametree${session.job.value ? `-${session.job.value.id}` : ''}`} other=${editable ? edits.board : undefined} />`;
  return html`<${Surface} session=${session} kind=${kind} progress=${shared.progress} className=${cls('gametree trees', { stepping: story, small: !(tree?.parent.length > SMALL) })} verdict=${result && verdict(result)} status=${tree ? t('{count} leaves. Choose a method and solve, or change the tree.', { count: leavesOf(tree) }) : t('Choose a method and solve.')}
    board=${tree ? html`<div onKeyDownCapture=${editable ? edits.keydown : undefined} onFocusIn=${editable ? edits.focusin : undefined}>${board}</div>` : html`<${NoTree} problem=${problem} />`}
    tools=${tree && html`<${Legend} tree=${tree} cuts=${result?.trace?.engine === 'alphabeta'} />`}
    actions=${html`${shared.pick}${choice(t('Method'), now, options.some(([id]) => id === now) ? options : [[now, t('as in the problem')], ...options], method)}${editable || answered ? shared.solve : shared.actions}`}>
    ${answered ? html`${story && html`<${Player} story=${story} player=${player} />`}<${Details} session=${session} tree=${tree} result=${result} story=${story} player=${player} take=${problem.generate && tree ? () => session.change({ tree: nestedOf(draftOf(tree)) }, { push: true }) : undefined} /><${Facts} result=${result} />`
    : html`<${Editing} session=${session} problem=${problem} tree=${tree} edits=${edits} />`}${shared.below}<//>`;
}
