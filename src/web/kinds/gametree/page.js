// The page of all games: the choice of the game, buttons that each has, pasted texts.
import { html, useMemo } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { lazy } from '../../app/lazy.js';
import { toast } from '../../app/ui/toast.js';
import { useUndoKeys } from '../../parts/history.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { readText } from './read.js';
import { choice } from './words.js';
import './gametree.css';

const games = () => [['tree', t('Tree')], ['tictactoe', t('Tic-tac-toe')], ['connect4', t('Connect four')], ['grundy', t('Grundy’s game')], ['nim', t('Nim')]];
const begin = { tree: { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]], engine: 'alphabeta', trace: true }, tictactoe: { game: 'tictactoe', board: '.........' }, connect4: { game: 'connect4', moves: '' }, grundy: { game: 'grundy', piles: [7], tree: true }, nim: { game: 'nim', piles: [3, 4, 5] } };

// The page of a game is loaded when the game is first shown.
const Piles = lazy(async () => (await import('./piles/page.js')).Piles);
const pages = {
  tree: lazy(async () => (await import('./tree/page.js')).TreePage), tictactoe: lazy(async () => (await import('./tictactoe/page.js')).TicTacToe),
  connect4: lazy(async () => (await import('./connect4/page.js')).Connect4), grundy: Piles, nim: Piles
};

export function Page({ session, kind }) {
  const given = session.problem.value, problem = useMemo(() => (typeof given === 'string' ? readText(given) ?? {} : given), [given]), game = pages[problem.game] ? problem.game : 'tree';
  const take = (text) => {
    const read = readText(text);
    if (!read) return toast(t('No game found in this text.'), { bad: true });
    return session.change(read, { push: true });
  };
  useIntake(take);
  useUndoKeys(session);
  const choose = async (value) => { await pages[value].load(); session.change(begin[value], { push: true }); session.ask(begin[value], { focus: false }); };
  const asking = session.state.value === 'asking' || session.state.value === 'waiting';
  const { nodes } = session.job.value?.progress ?? {}, solve = html`<button type="button" aria-busy=${asking} onClick=${() => session.ask()}>${t('Solve')}</button>`, icon = (sign, name, run, can) => html`<button type="button" class="quiet sign" aria-label=${name} title=${name} aria-disabled=${!can} onClick=${run}>${sign}</button>`;
  const shared = {
    pick: choice(t('Game'), game, games(), choose), solve,
    actions: html`${solve}<span class="row tight">${icon('↶', t('Undo'), session.undo, session.past.value.length)}${icon('↷', t('Redo'), session.redo, session.future.value.length)}</span>`,
    progress: nodes === undefined ? undefined : { text: t('{count} nodes', { count: number(nodes) }) },
    below: html`<p class="hint">${t('Paste a tree, a board or JSON anywhere on this page, or drop a file.')} <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', take)}>${t('Open a file…')}</button></p>`
  };
  return html`<${pages[game]} key=${game} session=${session} kind=${kind} problem=${problem} shared=${shared} />`;
}
