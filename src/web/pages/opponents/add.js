// Adds hands, and shows what became of them.
import { html, useId, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { dismiss, learn, observationsOf } from './observations.js';
import { ofKind } from './of_kind.js';
import { Refusal } from './parts.js';

// Translates "hand 4, line 61", or the number of a line.
const whereText = (where) => {
  if (typeof where === 'number') return t('line {line}', { line: number(where) });
  const found = /^hand (\d+), line (\d+)$/.exec(where);
  return found ? t('hand {hand}, line {line}', { hand: found[1], line: found[2] }) : where;
};

function Refused({ list, count }) {
  return html`<details class="refused" open><summary>${count === 1 ? t('1 hand could not be read') : t('{n} hands could not be read', { n: number(count) })}</summary>
    <ul>${list.map(({ where, id, why }, i) => html`<li key=${i}><b>${whereText(where)}</b>${id && html` <span class="muted">(${id})</span>`}: ${t(why)}</li>`)}</ul>
    ${count > list.length && html`<p class="muted">${t('{n} more are not listed.', { n: number(count - list.length) })}</p>`}</details>`;
}

function Counts({ one: { merged, job } }) {
  const { learnt = {}, report } = job?.result ?? {}, { hands = 0, repeated = 0, skipped = 0, refused = [] } = learnt;
  const count = Array.isArray(refused) ? learnt.refused_count ?? refused.length : Number(refused), list = Array.isArray(refused) ? refused : [];
  if (merged) return html`<p>${t('Merged: {n} hands in all.', { n: number(report?.hands ?? hands) })}${repeated > 0 && ` ${t('{n} of them are in both and count twice.', { n: number(repeated) })}`}</p>`;
  const shown = [[t('new'), hands], [t('repeated'), repeated], [t('skipped'), skipped], [t('refused'), count]];
  return html`<dl class="counts">${shown.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="num">${number(value)}</dd></div>`)}</dl>
    ${job?.result?.timeout && html`<p class="notice warn">${t('The time ended before the last hand. Send the rest again: what is known counts once.')}</p>`}
    ${count > 0 && html`<${Refused} list=${list} count=${count} />`}`;
}

function Progress({ one: { status, job, what } }) {
  const { read, hands } = job?.progress ?? {};
  const words = status === 'sending' ? t('Sending…') : !job ? t('Waiting for its turn…') : hands === undefined ? t('Reading…') : t('{n} hands so far', { n: number(hands) });
  return html`<progress aria-label=${what} max="1" value=${read}></progress><p class="muted num">${words}</p>`;
}

function Observation({ id, one }) {
  const { key, what, status, job, error } = one, open = status === 'sending' || status === 'waiting';
  return html`<li class="observation panel" data-status=${status}><div class="row"><b class="grow">${what}</b>
      ${job && html`<a href=${link(['jobs', job.id])}>${t('Job')}</a>`}
      ${!open && html`<button class="quiet" aria-label=${t('Close')} onClick=${() => dismiss(id, key)}>✕</button>`}</div>
    ${open ? html`<${Progress} one=${one} />` : status === 'failed' ? html`<${Refusal} error=${error ?? { detail: t('The job failed.') }} />` : html`<${Counts} one=${one} />`}</li>`;
}

export function Add({ opponent: { id, kind } }) {
  const { sample, files, hint: words } = ofKind(kind), text = useSignal(''), hint = useId(), list = observationsOf(id).value;
  const take = (given, name) => { if (given.trim()) learn(id, given, name ?? t('pasted text')); };
  useIntake(take);
  const send = (event) => {
    event.preventDefault();
    take(text.value);
    text.value = '';
  };
  return html`<section aria-labelledby="opp-add"><h2 id="opp-add">${t('Add hands')}</h2>
    <form class="panel opp-add" onSubmit=${send}>
      <textarea rows="4" aria-labelledby="opp-add" aria-describedby=${hint} placeholder=${sample} value=${text.value} onInput=${({ target }) => { text.value = target.value; }} spellcheck=${false} autocapitalize="off" autocomplete="off"></textarea>
      <div class="row"><span class="hint grow" id=${hint}>${words && t(words)}</span>
        <span class="row"><button type="button" class="second" onClick=${() => openFile(files, take)}>${t('Open a file…')}</button>
        <button disabled=${!text.value.trim()}>${t('Learn')}</button></span></div></form>
    <div role="status">${list.length > 0 && html`<ul class="observations" aria-label=${t('What was added')}>${list.map((one) => html`<${Observation} key=${one.key} id=${id} one=${one} />`)}</ul>`}</div></section>`;
}
