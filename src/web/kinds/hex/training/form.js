// The form of a training: the few choices that matter, and the rest folded. The settings are the problem of the session, so the
// address and the drawers have them too.
import { html, useId, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { submit } from '../../../app/net/api.js';
import { go } from '../../../app/router.js';
import { useBusy } from '../../../parts/busy.js';
import { MemberFields } from '../../../parts/members/fields.js';
import { Failure } from '../../../surface/failure.js';
import { NetChoice } from '../nets.js';
import { shardsText } from '../../../parts/members/names.js';
import { AddPhone } from './members.js';
import { RECIPES } from './words.js';

const SIZES = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 19], MINUTES = [1, 2, 5, 10, 20, 30, 60, 120, 240, 480];
export const MINUTES_FIRST = 10;
const TOGETHER = ['local', 'phone'], ALONE = { shards: undefined, audit: undefined, wait_ms: undefined }, SHARED_MOST = 13; // rows

const selfPlay = ({ recipe = 'self_play' }) => recipe === 'self_play', learnsQ = (train) => !selfPlay(train), hasMentor = ({ mentor = 'none' }) => mentor !== 'none';
const canShare = (train) => selfPlay(train) && [train.size ?? 7, ...(train.sizes ?? [])].every((n) => n <= SHARED_MOST);
// The settings without members that could not have the games.
const withMembers = (train) => (train.shards === undefined || canShare(train) ? train : { ...train, ...ALONE });
// name, label, default, least, most, when it is a setting; steps of a number are 1 unless given
const SETTINGS = [
  ['simulations', /* t */ 'Simulations of a move', () => 64, 2, 100000, selfPlay], ['games', /* t */ 'Games of a round', () => 128, 1, 1000000, selfPlay], ['reuse', /* t */ 'Uses of each position', () => 4, 0, 64, selfPlay, 'any'],
  ['epsilon', /* t */ 'Share of random moves', () => 0.1, 0, 1, learnsQ, 'any'], ['target_sync', /* t */ 'Steps between copies to the target', ({ recipe }) => (recipe === 'seed' ? 100 : 500), 0, 100000000, learnsQ], ['moves', /* t */ 'Moves for each gradient step', ({ recipe }) => (recipe === 'seed' ? 1 : 64), 1, 1024, learnsQ], ['n', /* t */ 'Moves ahead', () => 3, 1, 32, ({ recipe }) => recipe === 'n_step'],
  ['mentor_games', /* t */ 'Games of the mentor', () => 2000, 0, 1000000, hasMentor], ['mentor_iterations', /* t */ 'Playouts of the mentor', () => 500, 0, 1000000, ({ mentor }) => mentor === 'uct'], ['mentor_steps', /* t */ 'Steps on its games', () => 2000, 0, 100000000, hasMentor],
  ['batch', /* t */ 'Positions of a step', (train) => (selfPlay(train) ? 128 : 64), 1, 1024], ['replay', /* t */ 'Positions kept', (train) => (selfPlay(train) ? 200000 : 100000), 1000, 2000000], ['learning_rate', /* t */ 'Learning rate', () => 0.001, 0, 1, undefined, 'any'],
  ['evaluate', /* t */ 'Steps between points of the curve', () => 2000, 0, 100000000], ['evaluate_games', /* t */ 'Games of a point', () => 50, 1, 1000], ['reference_iterations', /* t */ 'Playouts of the tree search it is measured by', () => 1000, 1, 1000000]
];
const NET = [['layers', /* t */ 'Layers', 5, 1, 24, 1], ['channels', /* t */ 'Channels of a layer', 32, 16, 256, 16]];

const option = (value, text, now) => html`<option key=${value} value=${value} selected=${String(value) === String(now)}>${text}</option>`;

function Amount({ label, value, usual, least, most, step = 1, change }) {
  const typed = ({ target }) => { if (target.checkValidity()) change(target.value === '' ? undefined : Number(target.value)); };
  return html`<label>${label}<input type="number" inputmode="decimal" min=${least} max=${most} step=${step} value=${value ?? ''} placeholder=${number(usual, { maximumFractionDigits: 5 })} onChange=${typed} /></label>`;
}

function Recipe({ train, set }) {
  const id = useId(), { recipe = 'self_play' } = train;
  const choose = (name) => set({ recipe: name, ...Object.fromEntries(SETTINGS.filter(([, , , , , fits]) => fits && !fits({ ...train, recipe: name })).map(([setting]) => [setting, undefined])) });
  return html`<fieldset><legend>${t('How it learns')}</legend>${Object.entries(RECIPES).map(([name, [title, words]]) => html`<label key=${name} class="recipe"><input type="radio" name=${id} checked=${name === recipe} aria-describedby=${`${id}-${name}`} onChange=${() => choose(name)} /> ${t(title)}<span id=${`${id}-${name}`}>${t(words)}</span></label>`)}</fieldset>`;
}

function More({ train, model, set }) {
  const net = typeof train.net === 'object' ? train.net : {}, mentor = train.mentor ?? 'none';
  const tune = (name, value) => { const next = JSON.parse(JSON.stringify({ ...net, [name]: value })); set({ net: Object.keys(next).length ? next : undefined }); };
  const mentors = { none: t('none'), resistance: t('resistance'), uct: t('tree search') };
  return html`<details class="panel"><summary>${t('More settings')}</summary><div class="settings">
    ${!model && NET.map(([name, label, usual, least, most, step]) => html`<${Amount} key=${name} label=${t(label)} value=${net[name]} usual=${usual} least=${least} most=${most} step=${step} change=${(value) => tune(name, value)} />`)}
    <label>${t('Mentor, whose games it learns from first')}<select onChange=${({ target }) => set({ mentor: target.value === 'none' ? undefined : target.value, mentor_games: undefined, mentor_iterations: undefined, mentor_steps: undefined })}>${Object.entries(mentors).map(([name, text]) => option(name, text, mentor))}</select></label>
    ${SETTINGS.filter(([, , , , , fits]) => !fits || fits(train)).map(([name, label, usual, least, most, , step]) => (Array.isArray(train[name]) ? null : html`<${Amount} key=${name} label=${t(label)} value=${train[name]} usual=${usual(train)} least=${least} most=${most} step=${step} change=${(value) => set({ [name]: value })} />`))}
  </div></details>`;
}

// Which machines play the games. Members are phones and servers; the steps stay here.
function Players({ train, set }) {
  const hint = useId(), shares = canShare(train), on = shares && train.shards !== undefined;
  return html`<fieldset><legend>${t('Who plays its games')}</legend>
    <label><input type="checkbox" checked=${on} disabled=${!shares} aria-describedby=${shares ? undefined : hint} onChange=${({ target }) => set(target.checked ? { shards: TOGETHER } : ALONE)} /> ${t('Phones and other machines play, too')}</label>
    ${on && html`<div class="settings"><${MemberFields} value=${train} put=${(name, value) => set(name === 'shards' && value === undefined ? ALONE : { [name]: value })} usual=${[4, shardsText(TOGETHER), shardsText(Array(4).fill('phone'))]} again=${t('Share of games played again')} /></div>
      <div class="row"><${AddPhone} /><a href="docs/several-machines">${t('Use other machines')}</a></div>`}
    ${!shares && html`<p class="hint" id=${hint}>${t('Members can play games of self-play, on boards up to {n} × {n}.', { n: SHARED_MOST })}</p>`}</fieldset>`;
}

export function TrainForm({ session }) {
  const { train, model, job, ...rest } = session.problem.value, fault = useSignal(null), minutes = train.seconds / 60 || 0;
  const put = (problem) => { fault.value = null; session.change(JSON.parse(JSON.stringify(problem))); }; // without members that are undefined
  const set = (more) => put({ ...rest, train: withMembers({ ...train, ...more }), model, job }), size = train.size ?? (train.sizes ? '' : 7);
  const [busy, start] = useBusy(async () => {
    try {
      const made = await submit('hex', session.problem.peek());
      go(['jobs', made.id]);
    } catch (problem) {
      fault.value = problem;
    }
  });
  const times = [...new Set([...MINUTES, minutes])].filter((n) => n > 0).sort((a, b) => a - b);
  return html`<form class="hex-train" aria-label=${t('Train a player')} onSubmit=${(event) => { event.preventDefault(); start(); }}>
    <div class="row"><label>${t('Board')} <select onChange=${({ target }) => set({ size: Number(target.value), sizes: undefined })}>${train.sizes && option('', train.sizes.map((n) => `${n} × ${n}`).join(', '), size)}${[...new Set([...SIZES, size || 7])].sort((a, b) => a - b).map((n) => option(n, `${n} × ${n}`, size))}</select></label>
      <label>${t('Processor time')} <select onChange=${({ target }) => set({ seconds: target.value ? 60 * Number(target.value) : undefined })}>${option('', train.steps ? t('{count} steps', { count: number(train.steps) }) : t('20,000 steps'), minutes || '')}${times.map((n) => option(n, t('{n} min', { n: number(n, { maximumFractionDigits: 1 }) }), minutes))}</select></label>
      <${NetChoice} label=${t('Begin with')} value=${model} none=${t('random weights')} change=${(id) => put({ ...rest, train: id ? { ...train, net: undefined } : train, model: id, job })} /></div>
    <${Recipe} train=${train} set=${set} />
    <${Players} train=${train} set=${set} />
    <${More} train=${train} model=${model} set=${set} />
    ${fault.value && html`<${Failure} error=${fault.value} />`}
    <div class="row"><button aria-busy=${busy}>${t('Start the training')}</button><span class="hint grow">${t('It leaves a worker to other jobs, goes on when this page is closed, and can be paused.')}</span></div></form>`;
}
