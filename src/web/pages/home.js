// The home page: one playable miniature of each kind, an input that takes any problem, and the jobs done last.
import '../style/home.css';
import { html, useEffect, useRef, useSignal } from '../app/dom.js';
import { get, kinds, request } from '../app/net/api.js';
import { ago, t } from '../app/i18n.js';
import { kindName, miniOf, summaryOf } from '../app/kinds.js';
import { listen } from '../app/net/live.js';
import { reachable } from '../app/net/reach.js';
import { recent } from '../app/recent.js';
import { link } from '../app/router.js';
import { State } from '../app/state.js';
import { now } from '../app/tick.js';
import { openFile, useIntake } from '../parts/intake.js';

const MOST = 1 << 20; // characters; /v1/read takes as many bytes
const LATEST = 5; // jobs shown

// What a kind is for, in one sentence; another kind has the title that the server gives.
const uses = {
  sudoku: /* t */ 'Solve, explain, check and make grids, classic, killer and irregular.',
  whist: /* t */ 'Exact play of one suit with up to a million cards, and of several suits.',
  bridge: /* t */ 'What every card and every lead is worth, par, and hands dealt at random.',
  andor: /* t */ 'The cheapest way to take a problem apart, step by step.',
  gametree: /* t */ 'Minimax, alpha-beta and exact play of four games.',
  matrix: /* t */ 'All equilibria, dominated strategies, and decisions under uncertainty.',
  imperfect: /* t */ 'Infer what is hidden from what was done, then decide; small games to equilibrium.',
  holdem: /* t */ 'Equities of hands and ranges, and what a line of bets says about two hidden cards.',
  hex: /* t */ 'Hex on boards up to 19 × 19, played and proved.'
};

function Card({ kind, title }) {
  const Mini = miniOf(kind);
  return html`<li class="panel home-kind">
    <h2><a href=${link([kind])}>${kindName(kind)}</a></h2>
    <p class="muted home-use">${t(uses[kind] ?? title)}</p>
    <div class="home-mini">${Mini && html`<${Mini} />`}</div>
  </li>`;
}

// ---- a problem of any kind ----

// Resolves to the readings of a text, best first, and to the address of each.
async function read(text) {
  const reply = await request('/v1/read', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: text });
  const { readings } = await reply.json();
  const { addressOf } = await import('../surface/address.js');
  // A text alone is the question as it was typed.
  const asked = (problem) => (Object.keys(problem).join() === 'text' ? problem.text : problem);
  return Promise.all(readings.map(async ({ kind, problem, summary }) => ({ kind, summary, href: await addressOf(kind, asked(problem)) })));
}

function Intake() {
  const field = useRef(), found = useSignal([]), fault = useSignal(''), busy = useSignal(false);
  const take = async (text) => {
    if (busy.peek()) return;
    busy.value = true;
    fault.value = '';
    found.value = [];
    try {
      if (text.length > MOST) throw new Error(t('This text is longer than 1 MiB.'));
      const all = await read(text);
      if (all.length === 1) location.hash = all[0].href;
      else found.value = all;
    } catch (problem) {
      fault.value = problem.tried ? t('No kind can read this.') : t(problem.message);
    }
    busy.value = false;
  };
  useIntake(take);
  const send = (event) => { event.preventDefault(); if (field.current.value.trim()) take(field.current.value); };
  const keys = (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event); };
  return html`<form class="home-intake" onSubmit=${send}>
    <label class="visually-hidden" for="home-any">${t('A problem of any kind')}</label>
    <textarea id="home-any" ref=${field} rows="2" spellcheck=${false} onKeyDown=${keys}
      onPaste=${(event) => { if (!field.current.value) { event.preventDefault(); field.current.value = event.clipboardData.getData('text'); take(field.current.value); } }}
      placeholder=${t('Paste or drop anything: a Sudoku, a PBN deal, a graph, a game tree, a matrix, a file')}></textarea>
    <div class="row"><button disabled=${busy.value}>${t('Open')}</button>
      <button type="button" class="second" onClick=${() => openFile('', take)}>${t('Choose a file')}</button>
      <span role="status" class="home-said">${busy.value ? t('Reading…') : found.value.length > 0 && t('This can be read in several ways:')}
        ${found.value.map(({ kind, summary, href }) => html` <a href=${href}>${kindName(kind)}</a> <span class="muted">(${summary})</span>`)}</span>
      ${fault.value && html`<span role="alert" class="home-said fault">${fault.value}</span>`}</div>
  </form>`;
}

// ---- the jobs done last ----

const words = (job) => summaryOf(job) || job.summary || job.error?.detail || '';

function Latest() {
  const jobs = useSignal([]);
  useEffect(() => {
    const keep = (all) => { jobs.value = all.sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0)).slice(0, LATEST); };
    const reset = () => get(`/v1/jobs?limit=${LATEST}`).then((page) => keep(page.jobs), () => {});
    const change = (rows) => {
      const changed = new Set(rows.map(({ id }) => id));
      keep([...rows.filter(({ deleted }) => !deleted), ...jobs.peek().filter(({ id }) => !changed.has(id))]);
    };
    reset();
    return listen({ jobs: change, reset });
  }, []);
  const here = !reachable.value && !jobs.value.length, shown = here ? recent().slice(0, LATEST) : jobs.value;
  if (!shown.length) return null;
  return html`<section class="home-latest"><h2>${here ? t('Done last on this device') : t('Done last')}</h2><ul>${shown.map((job) => html`<li key=${job.id}>
    <a href=${link(['jobs', job.id])}>${kindName(job.kind)}</a> <${State} status=${job.status} />
    <span class="home-words muted">${words(job)}</span> <time class="muted" datetime=${job.created_at}>${ago(job.created_at, now.value)}</time></li>`)}</ul>
    <p><a href=${link(['jobs'])}>${t('All jobs')}</a></p></section>`;
}

export function Home() {
  const others = useSignal([]);
  useEffect(() => {
    kinds().then((all) => { others.value = all.filter(({ kind }) => !(kind in uses)); }, () => {});
  }, []);
  return html`<div class="home-head"><h1>${t('Puzzles and games, solved exactly and explained')}</h1>
    <p class="muted">${t('Try the small ones here, or bring a problem of your own.')}</p></div>
    <${Intake} />
    <ul class="home-kinds">${[...Object.keys(uses).map((kind) => ({ kind })), ...others.value].map((one) => html`<${Card} key=${one.kind} ...${one} />`)}</ul>
    <${Latest} />`;
}
