// Hands that a model learns from. Opponents keep such models; their page has the report.
import { html } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { link } from '../../../app/router.js';
import { Field } from '../../../parts/field.js';
import { useUndoKeys } from '../../../parts/history.js';
import { Surface } from '../../../surface/surface.js';
import { Ways } from '../ways.js';
import '../line/line.css';

const nats = (value) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const Refused = ({ learnt: { refused, refused_count: count } }) => count > 0 && html`<section><h3>${t('Hands that could not be read: {count}', { count: number(count) })}</h3>
  <ul>${refused.map(({ where, why }, i) => html`<li key=${i}><b>${where}</b>: ${why}</li>`)}</ul></section>`;

function Losses({ report: { showdown } }) {
  if (!showdown) return html`<p class="muted">${t('No cards were shown, so the predictions cannot be judged.')}</p>`;
  return html`<p>${t('Cards at showdowns were predicted with {loss} nats, ± {error}; without any model they have {uniform}.', { loss: nats(showdown.log_loss), error: nats(1.96 * showdown.stderr), uniform: nats(showdown.uniform) })}</p>`;
}

export function LearnPage({ session, kind, problem }) {
  const state = session.state.value, open = state === 'editing' || state === 'refused', editable = open && !session.opening.value, result = session.answer.value, progress = session.job.value?.progress, { learn } = problem, models = Array.isArray(learn?.models);
  useUndoKeys(session);
  const put = (next) => session.change({ ...session.problem.peek(), learn: Object.fromEntries(Object.entries({ ...learn, ...next }).filter(([, value]) => value !== undefined)) });
  const board = html`<div class="holdem-board"><${Ways} session=${session} problem=${problem} />
    ${models ? html`<p>${t('{count} models are added.', { count: number(learn.models.length) })}</p>`
    : html`<textarea class="all-hands" rows="18" aria-label=${t('Hand histories')} value=${learn?.hands ?? ''} readonly=${!editable} spellcheck=${false} autocapitalize="off" autocomplete="off" onChange=${({ target }) => put({ hands: target.value })}></textarea>
      ${editable && html`<${Field} label=${t('Player’s name')} hint=${t('All players together if empty.')} value=${learn?.player ?? ''} read=${(text) => { put({ player: text.trim() || undefined }); return true; }} />`}`}</div>`;
  return html`<${Surface} session=${session} kind=${kind} className="holdem holdem-line" board=${board} status=${t('Solve it: a model learns from these hands.')}
    verdict=${result && { tone: result.timeout ? 'warn' : 'good', text: t('Hands in the model: {all}; new: {count}', { all: number(result.report.hands), count: number(result.learnt.hands) }) }}
    progress=${progress && { text: t('{count} hands so far', { count: number(progress.hands) }), value: progress.read }}
    actions=${html`${open && html`<button type="button" onClick=${() => session.ask()}>${t('Solve')}</button>`}
      <button type="button" class="quiet" aria-disabled=${!session.past.value.length} onClick=${session.undo}>↶ ${t('Undo')}</button><button type="button" class="quiet" aria-disabled=${!session.future.value.length} onClick=${session.redo}>↷ ${t('Redo')}</button>`}>
    ${result && html`<${Losses} report=${result.report} /><${Refused} learnt=${result.learnt} />`}
    <p class="hint">${t('Opponents keep what was learnt, hand by hand, with a report.')} <a href=${link(['opponents'])}>${t('Opponents')}</a></p><//>`;
}
