// The page of all games: the choice of the game, buttons that each has, pasted texts.
import { html, signal, useEffect, useMemo } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { kindName } from '../../app/kinds.js';
import { persist } from '../../app/net/reach.js';
import { toast } from '../../app/ui/toast.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { readText } from './read.js';
import { choice } from './words.js';
import './gametree.css';

const games = () => [['tree', t('Tree')], ['tictactoe', t('Tic-tac-toe')], ['connect4', t('Connect four')], ['grundy', t('Grundy’s game')], ['nim', t('Nim')]];
const begin = { tree: { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]], engine: 'alphabeta', trace: true }, tictactoe: { game: 'tictactoe', board: '.........' }, connect4: { game: 'connect4', moves: '' }, grundy: { game: 'grundy', piles: [7], tree: true }, nim: { game: 'nim', piles: [3, 4, 5] } };

// The page of a game is loaded when the game is first shown. Without the server it is asked for until the server is back.
const piles = () => import('./piles/page.js').then(({ Piles }) => Piles);
const pages = { tree: () => import('./tree/page.js').then(({ TreePage }) => TreePage), tictactoe: () => import('./tictactoe/page.js').then(({ TicTacToe }) => TicTacToe), connect4: () => import('./connect4/page.js').then(({ Connect4 }) => Connect4), grundy: piles, nim: piles };
const loaded = signal({}), loading = {};
const load = (game) => (loading[game] ??= persist(pages[game]).then((found) => { loaded.value = { ...loaded.value, [game]: found }; }, () => { delete loading[game]; toast(t('The server cannot be reached.'), { bad: true }); }));

// Undo and redo anywhere on the page but in fields, which have their own.
function useUndo(session) {
  useEffect(() => {
    const keydown = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.target.closest('input, textarea')) return;
      const run = { z: event.shiftKey ? session.redo : session.undo, y: session.redo }[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', keydown);
    return () => removeEventListener('keydown', keydown);
  }, [session]);
}

export function Page({ session, kind }) {
  const given = session.problem.value, problem = useMemo(() => (typeof given === 'string' ? readText(given) ?? {} : given), [given]), game = pages[problem.game] ? problem.game : 'tree', Game = loaded.value[game];
  useEffect(() => { load(game); }, [game]);
  const take = (text) => {
    const read = readText(text);
    if (!read) return toast(t('No game found in this text.'), { bad: true });
    return session.change(read, { push: true });
  };
  useIntake(take);
  useUndo(session);
  const choose = async (value) => { await load(value); session.change(begin[value], { push: true }); session.ask(begin[value], { focus: false }); };
  const asking = session.state.value === 'asking' || session.state.value === 'waiting';
  const { nodes } = session.job.value?.progress ?? {}, solve = html`<button type="button" aria-busy=${asking} onClick=${() => session.ask()}>${t('Solve')}</button>`, icon = (sign, name, run, can) => html`<button type="button" class="quiet sign" aria-label=${name} title=${name} aria-disabled=${!can} onClick=${run}>${sign}</button>`;
  const shared = {
    pick: choice(t('Game'), game, games(), choose), solve,
    actions: html`${solve}<span class="row tight">${icon('↶', t('Undo'), session.undo, session.past.value.length)}${icon('↷', t('Redo'), session.redo, session.future.value.length)}</span>`,
    progress: nodes === undefined ? undefined : { text: t('{count} nodes', { count: number(nodes) }) },
    below: html`<p class="hint">${t('Paste a tree, a board or JSON anywhere on this page, or drop a file.')} <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', take)}>${t('Open a file…')}</button></p>`
  };
  if (!Game) return html`<h1>${kindName(session.kind)}</h1><p class="muted" role="status">${t('Loading…')}</p>`;
  return html`<${Game} key=${game} session=${session} kind=${kind} problem=${problem} shared=${shared} />`;
}
