// Builds a problem and shows its job: '#/solve/KIND'. The editor of the kind, a form from its schema, JSON and text are
// views of the same problem.
import '../style/solve.css';
import { cls, html, useEffect, useRef, useSignal } from '../app/dom.js';
import { get, kinds, submit as post } from '../app/net/api.js';
import { t } from '../app/i18n.js';
import { exampleName, kindModule } from '../app/kinds.js';
import { go, link } from '../app/router.js';
import { Tabs } from '../app/ui/tabs.js';
import { JobView } from './job/view.js';
import { problemOfJob } from '../surface/follow.js';
import { Failure } from '../surface/failure.js';
import { Form } from '../surface/forms/form.js';
import { JsonField, TextField } from '../surface/forms/json.js';

const Loading = () => html`<p class="muted" role="status">${t('Loading…')}</p>`;

function Kinds({ all, children }) {
  return html`<h1>${t('Solve')}</h1>${children}<ul class="kinds">${all.map(({ kind, title }) => html`<li key=${kind}>
    <a class="panel" href=${link(['solve', kind])}><b>${kind}</b><span class="muted">${t(title)}</span></a></li>`)}</ul>`;
}

function Examples({ examples, use }) {
  if (!examples?.length) return null;
  return html`<div class="row examples" role="group" aria-label=${t('Examples')}>
    ${examples.map((example, i) => html`<button type="button" class="second" key=${i} onClick=${() => use(example)}>
      ${exampleName(example, i)}</button>`)}</div>`;
}

function Workplace({ kind, query }) {
  const module = kindModule(kind.kind);
  const problem = useSignal(kind.examples?.[0] ?? {}), text = useSignal(''), schema = useSignal(null);
  const fault = useSignal(null), broken = useSignal(''), busy = useSignal(false), job = useSignal(null);
  const tab = useSignal(query.get('tab'));
  const result = useRef(), form = useRef();
  const from = query.get('from') ?? undefined;

  useEffect(() => { get(kind.links.request_schema).then((found) => { schema.value = found; }, (error) => { fault.value = error; }); }, []);
  useEffect(() => {
    if (from) problemOfJob(from).then((found) => {
      if (typeof found !== 'string') {
        problem.value = found;
        if (typeof found.text === 'string') tab.value = 'json'; // a board cannot show a text and the members beside it
      } else { text.value = found; tab.value = 'text'; }
    }, (error) => { fault.value = error; });
  }, [from]);
  useEffect(() => { if (fault.value && form.current) form.current.querySelector('[aria-invalid]')?.focus(); }, [fault.value]);

  const submit = async (given) => {
    const asText = tab.value === 'text' && given === undefined;
    busy.value = true;
    fault.value = null;
    try {
      const made = await post(kind.kind, asText ? text.peek() : given ?? problem.peek());
      job.value = made;
      return made;
    } catch (error) {
      fault.value = error;
      return undefined;
    } finally {
      busy.value = false;
    }
  };
  useEffect(() => { if (job.value) result.current?.scrollIntoView({ block: 'nearest' }); }, [job.value]);

  const change = (now) => { problem.value = now; };
  if (!module || !schema.value) return html`<h1>${kind.kind}</h1>${fault.value ? html`<${Failure} error=${fault.value} />` : html`<${Loading} />`}`;
  const tabs = [
    module.Editor && { id: 'editor', name: t('Board'), show: () => html`<${module.Editor} problem=${problem} submit=${submit} />` },
    { id: 'form', name: t('Form'), show: () => html`<${Form} root=${schema.value} value=${problem.value} change=${change} fault=${fault.value} />` },
    { id: 'json', name: t('JSON'), show: () => html`<${JsonField} value=${problem.value} change=${change} fault=${fault.value} broken=${broken} />` },
    kind.text && { id: 'text', name: t('Text'), show: () => html`<${TextField} text=${text} />` }
  ].filter(Boolean);
  const now = tabs.find(({ id }) => id === tab.value) ?? tabs[0];
  const empty = now.id === 'text' && !text.value.trim();
  const choose = (id) => { tab.value = id; fault.value = null; go([kind.kind], { tab: id, from }, { replace: true, silent: true }); };
  const send = (event) => { event.preventDefault(); if (!broken.peek()) submit(); };

  return html`
    <div class="solve-head"><h1>${kind.kind}</h1><p class="muted">${t(kind.title)}</p></div>
    <div class=${cls('solve', { split: job.value && now.id !== 'editor' })}><div>
    <${Tabs} tabs=${tabs} now=${now.id} choose=${choose} label=${t('Input formats')}>
      <form ref=${form} onSubmit=${send} noValidate class=${`solve-form solve-${now.id}`}>
        ${now.id !== 'text' && now.id !== 'editor' && html`<${Examples} examples=${kind.examples} use=${change} />`}
        ${now.show()}
        ${fault.value && html`<${Failure} error=${fault.value} />`}
        ${now.id !== 'editor' && html`<div class="row solve-send">
          <button disabled=${busy.value || !!broken.value || empty}>${busy.value ? t('Submitting…') : t('Solve')}</button>
          <a href=${kind.links.request_schema} target="_blank">${t('Schema')}</a></div>`}
      </form>
    <//></div>
    ${job.value && html`<div ref=${result} class="solve-result">
      <${JobView} key=${job.value.id} id=${job.value.id} initial=${job.value} inPlace /></div>`}
    </div>`;
}

export function Solve({ args: [name], query }) {
  const all = useSignal(null), failed = useSignal(null);
  useEffect(() => { kinds().then((found) => { all.value = found; }, (error) => { failed.value = error; }); }, []);
  if (failed.value) return html`<h1>${t('Solve')}</h1><p class="notice bad" role="alert">${t(failed.value.message)}</p>`;
  if (!all.value) return html`<h1>${t('Solve')}</h1><${Loading} />`;
  if (!name && all.value.length > 1) return html`<${Kinds} all=${all.value} />`;
  const kind = name ? all.value.find((one) => one.kind === name) : all.value[0];
  if (!kind) return html`<${Kinds} all=${all.value}><p class="notice warn">${t('This server solves no “{kind}”.', { kind: name })}</p><//>`;
  return html`<${Workplace} key=${kind.kind} kind=${kind} query=${query} />`;
}
