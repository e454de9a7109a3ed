// A finished game, played again in the browser tick by tick and verified by its hash. The board of the answer shows it.
import { embedded } from 'embedded:all';
import worker from 'worker:kinds/sudoku/replay/worker.js';
import { html, useEffect, useMemo, useRef, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { request } from '../../../app/net/api.js';
import { saveText } from '../../../app/ui/save.js';
import { Slider } from '../../../parts/slider.js';
import { cellName, symbolOf } from '../board/board.js';
import { filmOf } from './film.js';
import './replay.css';

const RATES = [1, 4, 16, 64, 256, 1024]; // changes per second
const BEAT_MS = 80; // between two drawings
const POINTS = 300; // of the curve
const WIDTH = 1000, HEIGHT = 100; // of the curve's picture

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const beside = (name) => new URL(embedded[name], import.meta.url).href;

// Fetches the record of a job and plays its game. Returns signals: {film, share, failed, text: the record, drawn}.
// drawn(tick, run): requests the cell that the tick draws, for `player`.
function useFilm(job) {
  const film = useSignal(null), share = useSignal(0), failed = useSignal(''), text = useSignal(''), player = useSignal(null), running = useRef();
  useEffect(() => {
    const abort = new AbortController();
    const fail = (error) => { if (!abort.signal.aborted) failed.value = String(error.message ?? error); };
    const load = async () => {
      if (!embedded['replay.wasm'] || !globalThis.WebAssembly) throw new Error(t('It needs WebAssembly. nashd replay plays the record on the command line.'));
      const record = await (await request(`/v1/jobs/${job.id}/record`, { signal: abort.signal })).text();
      const { course, seed, job: { result: { game } } } = JSON.parse(record);
      if (abort.signal.aborted) return;
      if (!course) throw new Error(t('The record has no course.'));
      text.value = record;
      running.current = Object.assign(new Worker(new URL(worker, import.meta.url)), {
        onerror: (event) => fail(event),
        onmessage: ({ data }) => {
          if (data.share !== undefined) share.value = data.share;
          if (data.failed) fail(data.failed);
          if (data.made) film.value = filmOf(data.made, course.side, Uint8Array.from(course.box));
          if (data.drawn !== undefined) player.value = data;
        }
      });
      running.current.postMessage({ course, seed, ticks: game.ticks, wasm: beside('replay.wasm'), simd: beside('replay-simd.wasm') });
    };
    load().catch(fail);
    return () => { abort.abort(); running.current?.terminate(); };
  }, [job.id]);
  return { film, share, failed, text, player, drawn: (tick, run) => running.current?.postMessage({ drawn: tick, run }) };
}

// Returns whether the game is the recorded one: length, hash and last grid.
function verified(film, board, { game, solution }) {
  const grid = Array.from(film.valuesAt(film.ticks), (value) => symbolOf(board, value + 1)).join('');
  return film.hash === game.trajectory && film.ticks === game.ticks && (!film.whole || grid === (solution ?? game.state));
}

function Verdict({ film, good }) {
  const counts = { ticks: number(film.ticks), changes: number(film.changes), hash: film.hash };
  return good
    ? html`<p class="notice good">${t('Verified here: {ticks} ticks with {changes} changes give the recorded trajectory {hash}.', counts)}</p>`
    : html`<p class="notice bad" role="alert">${t('Not the recorded game: these {ticks} ticks with {changes} changes give the trajectory {hash}.', counts)}</p>`;
}

// The potential over the changes, with a cursor. It is as wide as the slider above it.
function Curve({ film, index }) {
  const line = useMemo(() => {
    const points = film.curve(POINTS), most = Math.log1p(Math.max(1, ...points.map(([, value]) => value)));
    return points.map(([at, value], i) => `${i ? 'L' : 'M'}${(at * WIDTH).toFixed(1)} ${(HEIGHT - Math.log1p(value) / most * HEIGHT).toFixed(1)}`).join('');
  }, [film]);
  const x = film.last ? index / film.last * WIDTH : 0;
  return html`<svg class="potential" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${t('Potential by changes, on a logarithmic scale')}>
    <path class="curve" d=${line} /><path class="cursor" d=${`M${x} 0V${HEIGHT}`} /></svg>`;
}

// What the last tick did.
function lastTick(film, board, tick, player) {
  if (tick === 0) return t('Each player has a value by chance.');
  const change = film.changeAt(tick), value = (one) => symbolOf(board, one + 1);
  if (change) return t('{cell}: {from} becomes {to}', { cell: cellName(board, change.cell), from: value(change.from), to: value(change.to) });
  if (player?.of !== tick || player.cell < 0) return t('No value changes.');
  return t('{cell} is drawn and keeps {value}', { cell: cellName(board, player.cell), value: value(film.valuesAt(tick)[player.cell]) });
}

function Speed({ rate }) {
  return html`<label class="field speed">${t('Speed')} <select value=${rate.value} onChange=${(event) => { rate.value = Number(event.target.value); }}>
    ${RATES.map((one) => html`<option key=${one} value=${one}>${t('{n} changes per second', { n: number(one) })}</option>`)}</select></label>`;
}

function Player({ film, board, show, drawn, player }) {
  const tick = useSignal(0), rate = useSignal(calm() ? RATES[0] : RATES[2]), now = tick.value, index = film.indexAt(now);
  const at = { get value() { return film.indexAt(tick.value); }, set value(to) { tick.value = film.momentOf(to); } };
  const run = film.runAt(now), conflicts = film.conflictsAt(now);
  useEffect(() => {
    const change = film.changeAt(now);
    show({ values: film.valuesAt(now), cell: change?.cell });
    if (now > 0 && !change) drawn(now - 1 - film.runs[run].tick, run);
  }, [film, now]);
  const known = player && player.run === run ? { cell: player.cell, of: player.drawn + film.runs[run].tick + 1 } : null;
  const beat = Math.max(1000 / rate.value, BEAT_MS), stride = Math.max(1, Math.round(rate.value * beat / 1000));
  const step = (by, name) => html`<button type="button" class="second" aria-disabled=${now + by < 0 || now + by > film.ticks}
    onClick=${() => { tick.value = Math.min(film.ticks, Math.max(0, now + by)); }}>${name}</button>`;
  const told = t('Tick {tick} of {ticks}, {n} conflicts', { tick: number(now), ticks: number(film.ticks), n: number(conflicts) });
  const below = () => html`<${Curve} film=${film} index=${index} />
    <div class="row">${step(-1, t('One tick back'))}${step(1, t('One tick on'))}<${Speed} rate=${rate} /></div>`;
  return html`<${Slider} at=${at} first=${0} last=${film.last} label=${t('Replay')} list=${below} beat=${beat} by=${stride}>
    <h2 class="num">${told}</h2>
    <p>${lastTick(film, board, now, known)}${film.runs.length > 1 && html` <span class="muted num">${t('Run {run} of {runs}', { run: number(run + 1), runs: number(film.runs.length) })}</span>`}</p>
  <//>`;
}

// job: the finished job; show({values: from 0, cell: the one that changed}): draws on the board, null: the answer again.
export function Replay({ job, board, show, close }) {
  const { film, share, failed, text, player, drawn } = useFilm(job), made = film.value;
  const good = useMemo(() => made && verified(made, board, job.result), [made, board]);
  useEffect(() => () => show(null), []);
  const save = () => saveText(text.value, `${job.kind}-${job.id.slice(0, 8)}.json`, 'application/json');
  return html`<div class="replay">
    ${failed.value ? html`<p class="notice bad" role="alert">${t('This game cannot be played again here.')} ${failed.value}</p>`
      : !made ? html`<p class="muted" role="status">${t('The game is played again…')}</p><progress max="1" value=${share.value} aria-label=${t('Progress')}></progress>`
      : html`<${Verdict} film=${made} good=${good} /><${Player} film=${made} board=${board} show=${show} drawn=${drawn} player=${player.value} />
        ${!made.whole && html`<p class="muted">${t('The slider shows the first {n} changes.', { n: number(made.last) })}</p>`}`}
    <div class="row">${text.value && html`<button type="button" class="second" onClick=${save}>${t('Save the record')}</button>`}
      <button type="button" class="second" onClick=${close}>${t('Close the replay')}</button></div>
  </div>`;
}
