// The editor of a game: a tree as text or generated, or a position of one of the four games on its board.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { html, useEffect, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { link, place } from '../../app/router.js';
import { toast } from '../../app/ui/toast.js';
import { useBusy } from '../../parts/busy.js';
import { Field } from '../../parts/field.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { useHistory } from '../../parts/history.js';
import { Edit as Connect4 } from './connect4.js';
import { examples } from './examples.js';
import { Legend, Picture, shown } from './picture.js';
import { Edit as Piles } from './piles.js';
import { Edit as TicTacToe } from './tictactoe.js';
import { DRAWN, hasChance, isTree, leavesOf, readNested, readText, readTree, withPlayers, writeNested } from './tree.js';
import { engineName, engines } from './words.js';
import './gametree.css';

const first = examples[0][1];
const games = () => [['tree', t('Tree')], ['tictactoe', t('Tic-tac-toe')], ['connect4', t('Connect four')], ['grundy', t('Grundy’s game')], ['nim', t('Nim')]];
const begin = { tree: first, tictactoe: { game: 'tictactoe', board: '.........', ply: 2, symmetry: true }, connect4: { game: 'connect4', moves: '' }, grundy: { game: 'grundy', piles: [7], to_move: 'MIN', tree: true }, nim: { game: 'nim', piles: [3, 4, 5] } };
const boards = { tictactoe: TicTacToe, connect4: Connect4, grundy: Piles, nim: Piles };

const text = (label, hint, value, read) => html`<${Field} label=${label} hint=${hint} value=${value} read=${read} />`;
const pick = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value)}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}</select></label>`;

// t('random') t('incremental') t('best child first') t('all equal')
const kinds = () => [['random', t('random')], ['incremental', t('incremental')], ['best_first', t('best child first')], ['equal', t('all equal')]];

function Generate({ given, ask }) {
  const { branching = 2, depth = 4, values = 'random', seed = 1 } = given, set = (more) => ask({ generate: { branching, depth, values, seed, ...more } });
  const count = (label, value, name, least, most) => html`<label>${label} <input type="number" class="narrow" min=${least} max=${most} value=${value} onChange=${({ target }) => { if (target.validity.valid && target.value) set({ [name]: Number(target.value) }); }} /></label>`;
  return html`<div class="row">${count(t('Branching'), branching, 'branching', 1, 1000)}${count(t('Depth'), depth, 'depth', 1, 40)}${pick(t('Values'), values, kinds(), (value) => set({ values: value }))}${count(t('Seed'), seed, 'seed', 0, 4294967295)}</div>
    <p class="hint">${t('{count} leaves', { count: number(branching ** depth) })}. ${t('Chess with 40 moves at each of 100 plies has 40¹⁰⁰ ≈ 10¹⁶⁰ (the lecture notes print 10¹⁶¹).')}</p>`;
}

const treeless = ({ tree, parent, first_child: child, children, value, to_move: player, generate, ...rest }) => rest;

function Tree({ problem, tree, ask, set }) {
  const made = !!problem.generate;
  const read = (given) => {
    const list = readNested(given);
    if (list) set({ tree: withPlayers(list, problem.tree?.[0] === 'MIN' ? 'MIN' : 'MAX'), ...treeless(problem) });
    return !!list;
  };
  const turn = (player) => set({ tree: withPlayers(readNested(writeNested(tree)), player), ...treeless(problem) });
  return html`<div class="row">${pick(t('Tree'), made ? 'generate' : 'text', [['text', t('typed')], ['generate', t('generated')]], (value) => set(value === 'generate' ? { generate: { branching: 2, depth: 4, values: 'random', seed: 1 }, ...treeless(problem) } : { ...first, ...treeless(problem) }))}
      ${!made && tree && !tree.chance[0] && pick(t('To move'), tree.max[0] ? 'MAX' : 'MIN', [['MAX', 'MAX'], ['MIN', 'MIN']], turn)}</div>
    ${made ? html`<${Generate} given=${problem.generate} ask=${ask} />` : text(t('The tree'), t('In brackets, leaves as numbers: ((3 5) (3 9) (((2 8) 7) 1)). Chance: <1/3:3 2/3:(5 2)>.'), tree && leavesOf(tree) <= DRAWN ? writeNested(tree) : '', read)}
    ${!hasChance(tree) && html`<div class="row">${pick(t('Engine'), problem.engine ?? 'auto', engines.map((one) => [one, engineName(one)]), (value) => ask({ engine: value === 'auto' ? undefined : value }))}</div>`}`;
}

function Tasks({ problem, submit }) {
  const [busy, post] = useBusy(submit), asked = (more) => ({ ...problem.peek(), ...more });
  const button = (name, what, look = 'second') => html`<button type="button" class=${look} aria-busy=${busy} onClick=${() => post(what())}>${name}</button>`;
  if (!isTree(problem.value)) return html`<div class="row">${button(t('Solve'), () => problem.peek(), '')}</div>`;
  if (hasChance(readTree(problem.value)))
    return html`<div class="row">${button(t('Expectiminimax step by step'), () => asked({ engine: 'expectiminimax', trace: true, compare: undefined }), '')}${button(t('Minimax with OPEN and CLOSED'), () => asked({ engine: 'open_closed', trace: true, compare: undefined }))}
      ${button(t('Solve'), () => asked({ engine: undefined, trace: undefined, compare: undefined }))}</div>`;
  return html`<div class="row">${button(t('Alpha-beta step by step'), () => asked({ engine: 'alphabeta', trace: true, compare: undefined }), '')}${button(t('Minimax with OPEN and CLOSED'), () => asked({ engine: 'open_closed', trace: true, compare: undefined }))}${button(t('Solve'), () => asked({ trace: undefined, compare: undefined }))}
    ${button(t('Compare engines'), () => asked({ compare: true, trace: undefined, engine: undefined }))}</div>`;
}

function Sharing({ problem, set, importText }) {
  const address = () => `${location.origin}${location.pathname}${link(place.value.path, { game: JSON.stringify(problem.value) })}`;
  return html`<div class="row tight"><${Menu} name=${t('Examples')} items=${examples.map(([name, example]) => [t(name), () => set(example)])} />
    <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), () => copy(address())], [t('as JSON'), () => copy(JSON.stringify(problem.value))],
      [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/gametree`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem.value) }))]]} /></div>`;
}

function useGame(problem) {
  const past = useHistory(problem), shared = place.value.query.get('game');
  useEffect(() => {
    const read = shared && readText(shared);
    if (read) past.change(read);
  }, [shared]);
  return { ...past, ask: (more) => past.change({ ...problem.peek(), ...more }) };
}

const Preview = ({ tree }) => html`<${Picture} tree=${tree} look=${() => ({ text: '' })} label=${t('The tree: {count} leaves, {first} and the following', { count: leavesOf(tree), first: shown(tree.value.find((of) => of !== undefined)) })} name="gametree" /><${Legend} cuts=${false} chance=${hasChance(tree)} />`;

export function Editor({ problem, submit }) {
  const { past, future, change, undo, redo, ask } = useGame(problem), announcement = useSignal(''), now = problem.value;
  const game = now.game ?? 'tree', Board = boards[game], tree = useMemo(() => (isTree(now) ? readTree(now) : null), [now]);
  const importText = (given) => {
    const read = readText(given);
    if (!read) return toast(t('No game found in this text.'), { bad: true });
    change(read);
    announcement.value = t('Taken.');
    return undefined;
  };
  useIntake(importText);
  return html`<div class="gametree editor">
    <div>${Board ? html`<${Board} key=${game} problem=${now} ask=${ask} text=${text} />` : tree && leavesOf(tree) <= DRAWN ? html`<${Preview} tree=${tree} />`
      : html`<p class="notice">${now.generate ? t('The server makes this tree; a small one is drawn with the answer.') : t('Trees of more than {count} leaves are not drawn.', { count: DRAWN })}</p>`}</div>
    <div class="side"><div class="row">${pick(t('Game'), game, games(), (value) => change(begin[value]))}</div>
      <${Tasks} problem=${problem} submit=${submit} />
      ${!Board && html`<${Tree} problem=${now} tree=${tree} ask=${ask} set=${change} />`}
      <div class="row tight"><button type="button" class="quiet" aria-disabled=${!past.length} onClick=${undo}>↶ ${t('Undo')}</button>
        <button type="button" class="quiet" aria-disabled=${!future.length} onClick=${redo}>↷ ${t('Redo')}</button></div>
      <${Sharing} problem=${problem} set=${change} importText=${importText} />
      <p class="hint">${t('Paste a tree, a board or JSON anywhere on this page, or drop a file.')}</p></div>
    <span class="visually-hidden" role="status">${announcement.value}</span></div>`;
}
