// Follows a game: its state comes by server-sent events, and changes are sent with the version that the screen shows. While the
// server cannot be reached, a change waits; it counts once, because the version tells whether it was made.
import { batch, signal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { reachable, unreachable } from '../../app/net/reach.js';
import { stream } from '../../app/net/stream.js';
import { toast } from '../../app/ui/toast.js';
import { at, change } from './calls.js';

const BUSY = 1000; // ms until a change is sent again that the server had no room for
const TRIES = 20; // of such a change

const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

const mayStep = (verb, { moves, redo }) => (verb === 'undo' && moves.length > 0) || (verb === 'redo' && redo > 0);

// Sends a change until the server takes or refuses it.
async function insist(send) {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (problem) {
      if (problem.status === 0) await unreachable();
      else if (problem.status === 503 && tries < TRIES) await pause(BUSY);
      else throw problem;
    }
  }
}

// Returns { game: a signal, null before the first state; fault: a signal, the refusal that ended it, or null; removed: a
// signal; sending: a signal, the change { verb, move } under way, or null; send(verb, move), open(), close() }.
export function follow(id, invite) {
  const game = signal(null), fault = signal(null), removed = signal(false), sending = signal(null);
  let feed, unwatch, queued; // queued: an undo or redo that was asked for while another change was under way

  const take = (next) => { if (next.version >= (game.peek()?.version ?? 0)) game.value = next; };

  function receive(next) {
    const before = game.peek();
    take(next);
    if (before && !sending.peek() && next.version > before.version && next.moves.length < before.moves.length) toast(t('A move was taken back.'));
  }

  function onEvent({ event, data }) {
    if (event === 'state') receive(JSON.parse(data));
    if (event !== 'removed') return true;
    removed.value = true;
    return false;
  }

  function onFail(problem) {
    if (problem.status === 404 && game.peek()) removed.value = true;
    else fault.value = problem;
  }

  function connect() {
    feed?.close();
    feed = stream(at(id, '/events', { invite }), onEvent, onFail);
  }

  async function send(verb, move) {
    const seen = game.peek();
    if (sending.peek()) {
      if (move === undefined) queued = verb;
      return;
    }
    if (!seen) return;
    sending.value = { verb, move };
    queued = undefined;
    try {
      const made = await insist(() => change(id, invite, seen.version, verb, move));
      batch(() => { take(made); sending.value = null; });
      if (mayStep(queued, made)) await send(queued);
    } catch (problem) {
      batch(() => { if (problem.game) take(problem.game); sending.value = null; });
      if (problem.status !== 412) toast(t(problem.message), { bad: true });
      else if (move === undefined || problem.game.moves[seen.moves.length] !== move) toast(t('The game has changed meanwhile. This is the position now.'));
    }
  }

  return {
    game, fault, removed, sending, send,
    open() {
      connect();
      let lost = false;
      unwatch = reachable.subscribe((now) => { if (now && lost) connect(); lost = !now; }); // at once, not after the pause of the stream
    },
    close() { unwatch?.(); feed?.close(); }
  };
}
