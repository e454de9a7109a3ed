// The API reference, from the server's own OpenAPI document.
import '../style/reference.css';
import { html, useEffect, useMemo, useSignal } from '../app/dom.js';
import { get } from '../app/net/api.js';
import { copy } from '../app/ui/copy.js';
import { curl } from '../app/net/curl.js';
import { t } from '../app/i18n.js';
import { link } from '../app/router.js';
import { resolve } from '../app/net/schema.js';
import { exampleUrl } from './reference/example.js';
import { Markdown, spans } from './reference/markdown.js';
import { Schema } from './reference/schema.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const SHOWN = 600; // characters of an example

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => {
    const operation = item[method];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolve(document, one));
    return { ...operation, path, method, parameters, id: operation.operationId };
  }));
}

// Returns all examples of a body: those of the document, then those of the kind's schema.
function bodiesOf(document, operation) {
  return Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, media]) => {
    const own = Object.values(media.examples ?? {}).map(({ summary, value }) => ({ summary, value }));
    const known = new Set(own.map(({ value }) => JSON.stringify(value)));
    const schema = (resolve(document, media.schema)?.examples ?? []).map((value) => ({ value }));
    return [...own, ...schema.filter(({ value }) => !known.has(JSON.stringify(value)))].map((one) => ({ ...one, type }));
  });
}

function examplesOf(document, operation) {
  const url = exampleUrl(location.origin, operation.path, operation.parameters);
  const bodies = bodiesOf(document, operation);
  if (!bodies.length) return [{ shown: undefined, command: curl({ method: operation.method.toUpperCase(), url }) }];
  return bodies.map(({ summary, value, type }) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    return { summary, type, shown: body, command: curl({ method: operation.method.toUpperCase(), url, headers: { 'Content-Type': type }, body }) };
  });
}

function Example({ summary, type, shown, command }) {
  const body = shown ?? command;
  return html`<figure class="example">
    <figcaption class="row"><span class="grow">${summary ? spans(summary) : ''} ${type && html`<span class="hint">${type}</span>`}</span>
      <button class="second" onClick=${() => copy(command)}>${t('Copy as curl')}</button></figcaption>
    <pre tabindex="0">${body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body}</pre>
  </figure>`;
}

function Parameters({ parameters }) {
  if (!parameters.length) return null;
  return html`<h3>${t('Parameters')}</h3><ul class="members">${parameters.map((one) => html`<li key=${one.in + one.name}>
    <code class="name">${one.name}</code> <span class="type">${one.in}</span>
    ${one.required && html` <span class="must">${t('required')}</span>`}<${Markdown} text=${one.description} /></li>`)}</ul>`;
}

function Body({ document, requestBody }) {
  if (!requestBody) return null;
  return html`<h3>${t('Body')}</h3><${Markdown} text=${requestBody.description} />
    ${Object.entries(requestBody.content).map(([type, media]) => html`<div key=${type}>
      <p><code>${type}</code></p><${Schema} document=${document} schema=${media['x-line'] ?? media.schema} /></div>`)}`;
}

function Answer({ document, status, answer }) {
  const whole = resolve(document, answer);
  const media = Object.entries(whole.content ?? {});
  return html`<details class="answer">
    <summary><code class=${status < '300' ? 'ok' : status < '400' ? '' : 'fault'}>${status}</code> ${spans((whole.description ?? '').trim())}</summary>
    ${media.map(([type, { schema, ...rest }]) => html`<div key=${type}><p><code>${type}</code></p>
      <${Schema} document=${document} schema=${rest['x-line'] ?? schema} /></div>`)}
  </details>`;
}

function Operation({ document, operation, open }) {
  const shown = useSignal(open);
  if (open && !shown.peek()) shown.value = true;
  return html`<section class="operation panel" id=${operation.id}>
    <details open=${open} onToggle=${(event) => { if (event.currentTarget.open) shown.value = true; }}>
      <summary><h2><span class="method ${operation.method}">${operation.method.toUpperCase()}</span> <code>${operation.path}</code></h2>
        <span class="muted">${operation.summary}</span></summary>
      ${shown.value && html`
        <${Markdown} text=${operation.description} />
        ${operation.security?.length === 0 && html`<p class="hint">${t('Needs no key.')}</p>`}
        <h3>${t('Examples')}</h3>
        ${examplesOf(document, operation).map((example, i) => html`<${Example} key=${i} ...${example} />`)}
        <${Parameters} parameters=${operation.parameters} />
        <${Body} document=${document} requestBody=${operation.requestBody} />
        <h3>${t('Answers')}</h3>
        ${Object.entries(operation.responses).map(([status, answer]) => html`<${Answer} key=${status} document=${document} status=${status} answer=${answer} />`)}`}
    </details>
  </section>`;
}

function Contents({ groups, current }) {
  return html`<nav class="contents" aria-label=${t('Contents')}>${groups.map(({ name, operations }) => html`<div key=${name}>
    <h3>${name}</h3><ul>${operations.map((one) => html`<li key=${one.id}><a href=${link(['api', one.id])} aria-current=${one.id === current ? 'true' : undefined}>
      <span class="method ${one.method}">${one.method.toUpperCase()}</span> ${one.path}</a></li>`)}</ul></div>`)}</nav>`;
}

export function Reference({ args: [current] }) {
  const document = useSignal(null), problem = useSignal(null), filter = useSignal('');
  useEffect(() => { get('/v1/openapi.json').then((found) => { document.value = found; }, (error) => { problem.value = error; }); }, []);
  const operations = useMemo(() => (document.value ? operationsOf(document.value) : []), [document.value]);
  useEffect(() => { if (current) window.document.getElementById(current)?.scrollIntoView(); }, [current, operations]);
  if (problem.value) return html`<h1>${t('API')}</h1><p class="notice bad">${t(problem.value.message)}</p>`;
  if (!document.value) return html`<h1>${t('API')}</h1><p class="muted" role="status">${t('Loading…')}</p>`;

  const { info, tags } = document.value;
  const wanted = filter.value.trim().toLowerCase();
  const fits = (one) => !wanted || `${one.method} ${one.path} ${one.summary}`.toLowerCase().includes(wanted);
  const groups = tags.map(({ name, description }) => ({ name, description, operations: operations.filter((one) => one.tags[0] === name && fits(one)) }))
    .filter((group) => group.operations.length);
  return html`<div class="reference">
    <${Contents} groups=${groups} current=${current} />
    <div>
      <h1>${info.title} ${info.version}</h1>
      <p class="row"><a class="button second" href="/v1/openapi.json">${t('OpenAPI document')}</a>
        <label class="grow"><span class="visually-hidden">${t('Find a call')}</span>
          <input type="search" class="grow" placeholder=${t('Find a call')} value=${filter.value} onInput=${(event) => { filter.value = event.currentTarget.value; }} /></label></p>
      <details><summary>${t('Conventions')}</summary><${Markdown} text=${info.description} /></details>
      ${groups.map(({ name, description, operations: some }) => html`<div key=${name}><h2 class="group">${name}</h2><${Markdown} text=${description} />
        ${some.map((operation) => html`<${Operation} key=${operation.id} document=${document.value} operation=${operation} open=${operation.id === current} />`)}</div>`)}
      ${!groups.length && html`<p class="muted">${t('No call fits.')}</p>`}
    </div>
  </div>`;
}
