// A game of the demonstration: submitted as a job, followed by its events, and played again by one process at the end.
import { batch, signal } from '../../app/dom.js';
import { cancel, get, submit } from '../../app/net/api.js';
import { number } from '../../app/i18n.js';
import { stream } from '../../app/net/stream.js';
import { EMPTY } from './board.js';
import { MEMBERS } from './crew.js';
import { Parts, Story, ownersOf } from './story.js';
import { puzzleOf, symbolsOf } from './puzzles.js';

const TIMEOUT = 300000; // ms
const CHECK = 60; // s that the check by one process may take
const LINES = 200; // of the log

// A seed that JSON and the server's log show in full.
const newSeed = () => Math.floor(Math.random() * 2 ** 31);

function leaseOf(puzzle) {
  const side = Math.sqrt(puzzle.length), box = Math.sqrt(side);
  return { side, box: [box, box], given: Uint8Array.from(puzzle, (text) => Number(text !== '.')) };
}

export class Play {
  constructor() {
    this.status = signal('idle'); // 'idle', 'running', 'solved', 'unsolved', 'stopped', 'failed'
    this.lease = signal(null); // of the puzzle on the board
    this.letters = signal(null);
    this.owners = signal([]);
    this.game = signal(null); // the last report
    this.parts = signal({ shares: [], curves: {} });
    this.runs = signal([]); // searches that have ended, at each report
    this.lines = signal([]); // of the log, as of story.js, each with an id
    this.check = signal(null); // {same, trajectory} after a game in the mode exact
    this.took = 0; // ms
    this.shuffle(25, 0.3);
  }

  // Puts a new puzzle on the board.
  shuffle(side, share) {
    this.puzzle = puzzleOf(side, share);
    batch(() => {
      this.status.value = 'idle';
      this.lease.value = leaseOf(this.puzzle);
      this.letters.value = Uint8Array.from(this.puzzle, (text) => (text === '.' ? EMPTY : symbolsOf(side).indexOf(text)));
      this.game.value = this.check.value = null;
      this.owners.value = [];
    });
  }

  tell(...lines) {
    const { id: last = 0 } = this.lines.peek().at(-1) ?? {};
    this.lines.value = [...this.lines.peek(), ...lines.map((line, i) => ({ ...line, id: last + 1 + i }))].slice(-LINES);
  }

  // mode: 'exact' or 'replicas'; again: the same job once more, with the same seed
  async start(mode, again) {
    const side = this.lease.peek().side, count = mode === 'exact' ? Math.min(MEMBERS, Math.sqrt(side)) : MEMBERS;
    if (!again) this.seed = newSeed();
    // "share": the members play even where the server alone would be faster, since they are what the page shows.
    this.problem = { puzzle: this.puzzle, ...(mode === 'exact' ? { method: 'sap', pace: 'share' } : { method: 'tabu' }), mode, shards: Array(count).fill('phone'),
      job: { seed: this.seed, timeout_ms: TIMEOUT, fresh: true } };
    this.winner = undefined;
    this.story = new Story();
    this.part = new Parts();
    batch(() => {
      this.check.value = this.game.value = null;
      this.parts.value = { shares: [], curves: {} };
      this.runs.value = [];
      this.status.value = 'running';
    });
    this.tell({ text: /* t */ 'A game begins: {side} by {side}, {n} cells to fill.', values: { side, n: number([...this.puzzle].filter((cell) => cell === '.').length) } });
    this.began = performance.now();
    try {
      this.job = await submit('sudoku', this.problem);
    } catch (problem) {
      this.status.value = 'failed';
      this.tell({ text: problem.message, bad: true });
      return;
    }
    if (this.job.result) this.end(this.job);
    else this.feed = stream(`/v1/jobs/${this.job.id}/events`, (event) => this.onEvent(event), () => { this.status.value = 'failed'; });
  }

  onEvent({ event, data }) {
    if (event === 'progress') this.show(JSON.parse(data));
    if (event !== 'result') return true;
    const job = JSON.parse(data); // without a result that is too long for an event
    if (!job.result_bytes) this.end(job);
    else get(`/v1/jobs/${job.id}`).then((whole) => this.end(whole), () => { this.status.value = 'failed'; });
    return false;
  }

  // Shows a report, or the game of a result with its grid. A report of searches in units has `answered` units and no
  // grid: each member has one of its own.
  show(game, grid = game.best) {
    const side = this.lease.peek().side, symbols = symbolsOf(side);
    this.part.add(game);
    batch(() => {
      this.game.value = { ...this.game.peek(), ...game };
      const answered = game.farm?.answered ?? game.answered;
      if (answered !== undefined) this.runs.value = [...this.runs.peek(), answered];
      if (grid) this.letters.value = Uint8Array.from(grid, (text) => symbols.indexOf(text));
      this.owners.value = this.winner ? Array(side * side).fill(this.winner) : ownersOf(game, side);
      this.parts.value = { shares: this.part.shares(), curves: this.part.curves };
      this.tell(...this.story.add(game, performance.now()));
    });
  }

  end({ status, result, error }) {
    this.took = performance.now() - this.began;
    if (result?.game || result?.farm) this.show({ ...result.game, ...result.farm }, result.solution ?? result.game?.state);
    if (status === 'cancelled') return this.finish('stopped', /* t */ 'The game was stopped.');
    if (status === 'failed') return this.finish('failed', error?.detail ?? /* t */ 'The game has failed.');
    if (result.verdict !== 'solved') return this.finish('unsolved', /* t */ 'The time is over; some conflicts are left. A new game may have more luck.');
    this.finish('solved', /* t */ 'Solved: no letter is twice in a row, a column or a box.');
    return this.problem.mode === 'exact' && this.verify(result.game.trajectory);
  }

  // A member has found a solution: in independent searches that ends the game, and all is its own.
  found(name) {
    if (this.problem?.mode !== 'replicas' || this.winner) return;
    this.winner = name;
    this.owners.value = this.owners.peek().fill(name).slice();
    this.tell({ member: name, text: /* t */ '{member} has found a solution.', values: { member: name } });
  }

  // Tells that the server has excluded a member, before the report of the game does.
  excluded(name) {
    if (this.status.peek() === 'running') this.tell(...this.story.excluded(name));
  }

  finish(status, text) {
    this.status.value = status;
    this.tell({ text, good: status === 'solved' });
  }

  // Plays the same game with one process and compares the hash of all its changes.
  async verify(trajectory) {
    const { shards, ...alone } = this.problem, asked = this.job;
    const { result } = await submit('sudoku', { ...alone, shards: 1 }, { wait: CHECK }).catch(() => ({}));
    if (asked !== this.job || !result?.game?.trajectory) return;
    const same = result.game.trajectory === trajectory;
    this.check.value = { same, trajectory };
    this.tell({ good: same, bad: !same, values: { hash: trajectory },
      text: same ? /* t */ 'Checked: one process alone makes the same changes, to the last one. Both have the hash {hash}.'
        : /* t */ 'The check has failed: one process alone has another hash.' });
  }

  stop() {
    if (this.status.peek() === 'running' && this.job) cancel(this.job.id).catch(() => {});
  }

  // Ends everything: the page is left.
  close() {
    this.stop();
    this.feed?.close();
  }
}
