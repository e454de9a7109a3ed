// One opponent: its facts, what it learns, how well it predicts, how to use it.
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { useEvery } from '../../app/every.js';
import { ago, bytes, clock, number, t } from '../../app/i18n.js';
import { kindName } from '../../app/kinds.js';
import { go, link } from '../../app/router.js';
import { now } from '../../app/tick.js';
import { saveText } from '../../app/ui/save.js';
import { attempt } from '../../app/ui/toast.js';
import { Add } from './add.js';
import { exported, one, report } from './calls.js';
import { Merge } from './merge.js';
import { observationsOf } from './observations.js';
import { Refusal, Remove, subjectOf } from './parts.js';
import { Report } from './report.js';
import { Use } from './use.js';

const EVERY = 5000, SOON = 700; // ms between polls; SOON while it learns

const fileName = (name) => `${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.opponent.json`;

function Facts({ opponent }) {
  const { kind, hands, pending, settings, model_bytes: size, updated_at: changed } = opponent, subject = subjectOf(opponent);
  const facts = [kindName(kind), settings?.player ? t('player {name}', { name: subject }) : subject ?? t('all players together'), hands === 1 ? t('1 hand') : t('{n} hands', { n: number(hands) }), pending > 0 && t('{n} pending', { n: number(pending) }), size > 0 && bytes(size)];
  return html`<p class="num muted opp-facts">${facts.filter(Boolean).join(' · ')} · <time datetime=${changed} title=${clock(changed)}>${t('changed {when}', { when: ago(changed, now.value) })}</time></p>`;
}

// Keeps the report of the present version; the one before is shown until it is there.
function useReport(opponent) {
  const found = useSignal(null), failed = useSignal(null), wanted = useRef(0);
  const ask = async () => {
    const turn = ++wanted.current;
    try {
      const now = await report(opponent.id);
      if (turn !== wanted.current) return;
      found.value = now;
      failed.value = null;
    } catch (problem) {
      if (turn === wanted.current) failed.value = problem;
    }
  };
  useEffect(() => { if (opponent) ask(); return () => { wanted.current++; }; }, [opponent?.version]);
  return { report: found.value, failed: failed.value, ask };
}

const Missing = () => html`<div class="opp-empty"><h1>${t('There is no such opponent')}</h1><p>${t('It was deleted, or belongs to another key.')}</p>
  <a class="button second" href=${link(['opponents'])}>${t('All opponents')}</a></div>`;

export function One({ id }) {
  const opponent = useSignal(null), failed = useSignal(null), dialog = useSignal(null), list = observationsOf(id);
  const ask = async () => {
    try {
      opponent.value = await one(id);
      failed.value = null;
    } catch (problem) {
      failed.value = problem;
    }
  };
  const open = list.value.filter(({ status }) => status === 'sending' || status === 'waiting').length, shown = opponent.value;
  useEvery(open || shown?.pending ? SOON : EVERY, ask);
  useEffect(() => { if (!open && list.value.length) ask(); }, [open]);
  const predicted = useReport(shown);
  if (failed.value?.status === 404) return html`<${Missing} />`;
  const title = html`<h1 class="grow"><a href=${link(['opponents'])}>${t('Opponents')}</a> <span aria-hidden="true">›</span> ${shown?.name ?? '…'}</h1>`;
  if (!shown) return html`<div class="row opp-title">${title}</div>${failed.value ? html`<p class="notice bad" role="alert">${t(failed.value.message)} <button class="second" onClick=${ask}>${t('Try again')}</button></p>` : html`<p class="muted" role="status">${t('Loading…')}</p>`}`;
  const save = () => attempt(async () => { saveText(await exported(id), fileName(shown.name), 'application/json'); });
  const close = () => { dialog.value = null; };
  return html`<div class="row opp-title">${title}
      <span class="row"><button class="second" onClick=${save}>${t('Export')}</button>
      <button class="second" onClick=${() => { dialog.value = 'merge'; }}>${t('Merge…')}</button>
      <button class="bad" onClick=${() => { dialog.value = 'remove'; }}>${t('Delete')}</button></span></div>
    <${Facts} opponent=${shown} />
    ${failed.value && html`<p class="notice bad" role="alert">${t(failed.value.message)}</p>`}
    <${Add} opponent=${shown} />
    <section class="opp-report" aria-busy=${!predicted.report} aria-labelledby="opp-report"><h2 id="opp-report">${t('How well it predicts')}</h2>
      ${predicted.failed && html`<${Refusal} error=${predicted.failed}><button class="second" onClick=${predicted.ask}>${t('Try again')}</button><//>`}
      ${predicted.report ? html`<${Report} report=${predicted.report} />` : !predicted.failed && html`<p class="muted" role="status">${t('Loading…')}</p>`}</section>
    <${Use} opponent=${shown} />
    ${dialog.value === 'merge' && html`<${Merge} opponent=${shown} onClose=${close} />`}
    ${dialog.value === 'remove' && html`<${Remove} opponent=${shown} onClose=${close} onGone=${() => go(['opponents'])} />`}`;
}
