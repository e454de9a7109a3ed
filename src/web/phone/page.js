// The page that the link of an invitation (/join#TOKEN) opens on a phone: joins, starts the worker that plays, shows
// the game.
import './phone.css';
import { cores, enter, forget, keepName, leave, name, rename, token } from './member.js';
import { HEX, LUCK, PROOF, TRAINING } from './message.js';
import { chinese, milliseconds, number, roughly, t } from './texts.js';
import { View } from './view.js';

const scheme = matchMedia('(prefers-color-scheme: dark)');
const paint = () => { document.documentElement.dataset.theme = scheme.matches ? 'dark' : 'light'; };
scheme.addEventListener('change', paint);
paint();
document.documentElement.lang = chinese ? 'zh-CN' : 'en';

let worker, membership = null, game = null, farm = null, facts = {};

// ---- texts ----

const waiting = () => view.say('waiting', t('Waiting for a game'), t('This phone has joined. It plays as soon as a game starts with it.'));
const playing = () => view.say('playing', t('Playing rows {from}–{to}', { from: game.row + 1, to: game.rowEnd }), t('of a board of {side} × {side}, as {name}', { side: game.side, name: membership.name }));
const works = { [PROOF]: /* t */ 'Counting solutions', [LUCK]: /* t */ 'Searching for a solution', [HEX]: /* t */ 'Playing games of Hex', [TRAINING]: /* t */ 'Playing training games' };
const farming = () => {
  const { work, units, steps, last } = farm, proof = work === PROOF, counts = { units: number(units), steps: roughly(steps) };
  view.say('playing', t(works[work]), t('with {cores} at a time, as {name}', { cores: cores(), name: membership.name }));
  view.work([work === TRAINING ? t('Games played: {units}. Evaluations: {steps}.', counts) : t('{units} parts done, {steps} steps', counts),
    proof && last && t('cube {number}: {steps} nodes', { number: number(last.number), steps: number(last.steps) })].filter(Boolean).join(' · '));
};
const lost = () => view.say('lost', t('The connection is lost'), t('Another member continues meanwhile. Reconnecting…'));
const nobody = () => view.say('lost', t('The hub does not answer'), t('Is this phone in the same network?'), true);
const uninvited = () => view.say('away', t('An invitation is needed'), t('Open the page “Shards” on the hub and scan its code.'));

// Explanations of the end, by the problem's type or the close code of the socket.
const anew = () => t('Each code is valid for one phone. Create a new one on the page “Shards” and scan it.');
const sentAway = (why) => [t('The hub has removed this phone'), [why && t('Reason: {why}.', { why }), t('To join again, scan a new code.')].filter(Boolean).join(' ')];
const reasons = {
  'token-used': () => [t('This code has been used'), anew()],
  'token-expired': () => [t('This code has expired'), anew()],
  'token-unknown': () => [t('This code is not valid'), anew()],
  'session-unknown': () => [t('This phone is no longer a member'), anew()],
  'other-protocol': () => [t('The hub has another version'), t('Load this page again.')],
  draining: () => [t('The hub is being shut down'), t('Try again in a moment.')],
  busy: () => [t('The hub is full'), t('It has reached its limit of members. Try again when one has left.')],
  4001: () => [t('This phone plays in another tab'), t('This page is open in another tab of this phone.')],
  'sent-away': sentAway,
  4003: sentAway
};

function refused({ type = '', detail = '', code }) {
  const reason = type.replace(/.*\//, ''), passing = ['busy', 'draining', 'other-protocol'].includes(reason);
  if (!passing && code !== 4001) forget();
  membership = game = null;
  view.say('away', ...(reasons[code ?? reason] ?? (() => [t('The hub has refused this phone'), detail]))(detail), passing);
}

const kernels = { simd: /* t */ 'WebAssembly with SIMD', wasm: /* t */ 'WebAssembly', js: /* t */ 'JavaScript' };
const ways = { socket: /* t */ 'WebSocket', posts: /* t */ 'HTTP requests' };

function tell() {
  const { kernel, way, joined } = facts;
  view.facts([kernel && t(kernels[kernel]), way && t(ways[way]), joined && t('joined after {time}', { time: milliseconds(joined) })].filter(Boolean).join(' · '));
}

// ---- keeping the screen on ----

let lock = null;
async function stayAwake() {
  if (document.visibilityState !== 'visible' || !membership || lock?.released === false) return;
  try { lock = await navigator.wakeLock?.request('screen'); } catch { /* refused, for example on a low battery: the hint remains */ }
}

// ---- playing ----

const heard = {
  kernel(kernel) { facts.kernel = kernel; tell(); },
  link([state, detail]) {
    if (state === 'away') return refused(detail);
    if (state === 'lost') { game = farm = null; lost(); return undefined; }
    facts.way = detail;
    facts.joined ??= performance.now();
    tell();
    if (document.body.dataset.state === 'lost' || document.body.dataset.state === 'joining') waiting();
    return undefined;
  },
  lease(lease) { game = lease; view.lease(lease); playing(); },
  shown(shown) { view.show(shown); },
  over(solved) {
    game = null;
    if (solved) view.say('solved', t('Solved'), t('Thank you. This phone is ready for the next game.'));
    else view.say('over', t('The game is over'), t('This phone is ready for the next game.'));
  },
  farm(state) {
    if (!membership) return;
    const solved = farm?.solved, shown = farm?.best?.conflicts;
    if (state && !farm) { if (state.board) view.lease(state.board); else view.boardless(); }
    if (state?.best && state.best.conflicts !== shown) view.best(state.best);
    farm = state;
    if (farm) farming();
    else if (solved) view.say('solved', t('Solved'), t('Thank you. This phone is ready for the next game.'));
    else if (!game) view.say('over', t('The work is done'), t('This phone is ready for the next game.'));
  },
  accepted() { performance.mark('accepted'); }, // read by the benchmark of joining
  broken(why) { view.say('away', t('This browser cannot play'), why, true); }
};

function begin() {
  worker?.terminate();
  worker = new Worker(document.body.dataset.worker);
  worker.onmessage = ({ data }) => { for (const [key, value] of Object.entries(data)) heard[key](value); };
  worker.onerror = (event) => heard.broken(event.message);
}

async function join(invitation) {
  view.say('joining', t('Joining…'), '');
  try {
    membership = await enter(invitation);
  } catch (error) {
    if (error.problem) refused(error.problem);
    else nobody();
    return;
  }
  if (!membership) { uninvited(); return; }
  worker.postMessage({ join: { ...membership, cores: cores(), base: new URL('.', location.href).href } });
  view.named(membership.name);
  stayAwake();
}

const view = new View({
  name: name(),
  async rename(text) {
    keepName(text);
    if (membership) membership = await rename(membership.session).catch(() => membership);
    if (game) playing();
  },
  async leave() {
    worker.postMessage({ leave: true });
    const gone = membership;
    membership = game = null;
    lock?.release();
    view.say('left', t('This phone has left'), t('Thank you. To join again, scan a new code.'));
    if (gone) await leave(gone).catch(() => {});
  },
  again() { location.reload(); }
});

// ---- a hidden page plays on as long as the device allows; the hub does not wait for it ----

document.addEventListener('visibilitychange', () => {
  const hidden = document.visibilityState === 'hidden';
  worker.postMessage(hidden ? { hidden } : { hidden, wake: true });
  stayAwake();
});
document.addEventListener('freeze', () => worker.postMessage({ leave: true })); // the page stops now: release the partition at once
document.addEventListener('resume', () => { begin(); join(null); });
addEventListener('pageshow', (event) => { if (event.persisted) { begin(); join(null); } });
addEventListener('online', () => worker.postMessage({ wake: true }));
addEventListener('hashchange', () => { const invitation = token(); if (invitation) { begin(); join(invitation); } });

begin();
join(token());
