// A training: its form, then its curve while it runs and when it has ended. A pause is the job's cancellation, which keeps the
// checkpoint; going on is a new job that begins with it.
import { html, useSignal } from '../../../app/dom.js';
import { bytes, duration, number, t } from '../../../app/i18n.js';
import { submit } from '../../../app/net/api.js';
import { go, link } from '../../../app/router.js';
import { attempt } from '../../../app/ui/toast.js';
import { useBusy } from '../../../parts/busy.js';
import { Surface } from '../../../surface/surface.js';
import { Curve } from './curve.js';
import { MINUTES_FIRST, TrainForm } from './form.js';
import { AddPhone, Members } from './members.js';
import { continued, lossesOf, ratesOf, shareDone } from './points.js';
import { about, netWords, phaseWords, recipeName, referenceName, sizesWords, verdictOf } from './words.js';
import './training.css';

const REFERENCES = ['uct', 'resistance', 'best'], MINUTES = [1, 5, 10, 30, 60, 240];

// What is known of a training, as terms and values.
function Facts({ train, found }) {
  const { net } = train, { step, games, positions, cpu_s: used, memory = found.statistics?.memory, weights, rate, best_step: best = found.best?.step } = found;
  const facts = [[t('Board'), sizesWords(train)], [t('How it learns'), recipeName(train.recipe ?? 'self_play')], typeof net === 'object' && net.layers && net.channels && [t('Network'), netWords(net)], weights && [t('Weights'), number(weights)],
    step !== undefined && [t('Gradient steps'), number(step)], best && [t('Best network'), t('after step {n}', { n: number(best) })], games !== undefined && [t('Games'), number(games)], positions !== undefined && [t('Positions'), number(positions)],
    rate && [t('Learning rate'), number(rate, { maximumSignificantDigits: 2 })], used !== undefined && [t('Processor time'), duration(1000 * used)], memory && [t('Memory'), bytes(memory)]].filter(Boolean);
  return html`<dl class="numbers">${facts.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="num">${value}</dd></div>`)}</dl>`;
}

function More({ id, train, found }) {
  const minutes = useSignal(MINUTES_FIRST), done = found.finished;
  const [busy, start] = useBusy(() => attempt(async () => {
    const made = await submit('hex', continued(train, id, done ? minutes.peek() : undefined, found.cpu_s));
    go(['jobs', made.id]);
  }));
  return html`<div class="row tight"><button type="button" aria-busy=${busy} onClick=${start}>${done ? t('Train further') : t('Continue')}</button>
    ${done && html`<label>${t('for')} <select onChange=${({ target }) => { minutes.value = Number(target.value); }}>${MINUTES.map((n) => html`<option key=${n} value=${n} selected=${n === minutes.value}>${t('{n} min', { n })}</option>`)}</select></label>`}</div>`;
}

export function Training({ session, kind }) {
  const { train } = session.problem.value, job = session.job.value, state = session.state.value, found = job?.result ?? job?.progress ?? undefined, { curve = [] } = found ?? {};
  const shown = state === 'editing' || state === 'refused' ? 'form' : 'curve', verdict = job?.result && verdictOf(job.result), settings = job?.result?.train ?? train;
  const progress = job?.progress && { text: [phaseWords(job.progress.phase), job.progress.steps > 0 ? t('Step {step} of {count}.', { step: number(job.progress.step), count: number(job.progress.steps) }) : t('Step {step}.', { step: number(job.progress.step) })].join(' '), value: shareDone(job.progress) };
  const size = settings.size ?? settings.sizes?.[0] ?? 7, ended = state === 'answered';
  const board = shown === 'form' ? html`<${TrainForm} session=${session} />`
    : html`<${Curve} label=${t('Win rates of the training')} rates=${REFERENCES.map((name) => ({ name: t('against {player}', { player: referenceName(name) }), points: ratesOf(curve, name) }))} losses=${[{ name: t('Loss'), points: lossesOf(curve) }]} />`;
  return html`<${Surface} session=${session} kind=${{ ...kind, about, docs: 'hex/train', examples: [] }} className="hex-training" verdict=${verdict} progress=${progress} cancel=${t('Pause')}
    status=${t('Choose, and start. The curve then grows here.')} board=${board}
    actions=${shown === 'curve' && curve.length > 0 && html`${ended && html`<${More} id=${job.id} train=${train} found=${found} />`}
      <a class="button second" href=${link(['hex'], { p: JSON.stringify({ size, engine: 'dqn+search', model: job.id }), bot: 'w' })}>${t('Play against it')}</a>
      ${ended && html`<a class="button second" href=${link(['models', job.id])}>${t('Its model')}</a>`}`}>
    ${shown === 'curve' && found && html`<${Facts} train=${settings} found=${found} />`}
    ${shown === 'curve' && curve.length > 0 && html`<p class="small muted">${t('A network becomes the best one if it wins more than half of its games against the best one before.')}</p>`}
    ${shown === 'curve' && found?.farm && html`<${Members} farm=${found.farm} credit=${found.credit} />`}
    ${shown === 'curve' && !ended && train.shards !== undefined && html`<div class="row"><${AddPhone} /></div>`}
    ${shown === 'curve' && !curve.length && !ended && html`<p class="muted">${t('The first point comes after the first evaluation.')}</p>`}
    <p><a href=${link(['models'])}>${t('All models')}</a></p>
  <//>`;
}
