// The question as a form, as JSON or as text: every option of the schema.
import './forms.css';
import { html, useSignal } from '../../app/dom.js';
import { get, kinds } from '../../app/net/api.js';
import { t } from '../../app/i18n.js';
import { Tabs } from '../../app/ui/tabs.js';
import { Form } from './form.js';
import { JsonField, TextField } from './json.js';

// The text of a question that is a text, as a signal that TextField can write.
const textOf = ({ problem, change }) => ({
  get value() { return typeof problem.value === 'string' ? problem.value : ''; },
  set value(text) { change(text); }
});

export function Forms({ session }) {
  const known = useSignal(null), tab = useSignal(typeof session.problem.peek() === 'string' ? 'text' : 'form'), broken = useSignal(''), failed = useSignal('');
  if (known.value === null) {
    known.value = {};
    kinds().then(async (all) => {
      const kind = all.find(({ kind: name }) => name === session.kind);
      known.value = { kind, schema: await get(kind.links.request_schema) };
    }).catch((error) => { failed.value = error.message; });
  }
  const { kind, schema } = known.value;
  if (failed.value) return html`<p class="notice bad">${t(failed.value)}</p>`;
  if (!schema) return html`<p class="muted" role="status">${t('Loading…')}</p>`;
  const problem = session.problem.value, value = typeof problem === 'string' ? {} : problem, fault = session.fault.value, text = textOf(session);
  const change = (next) => session.change(next);
  const tabs = [{ id: 'form', name: t('Form'), show: () => html`<${Form} root=${schema} value=${value} change=${change} fault=${fault} />` },
    { id: 'json', name: t('JSON'), show: () => html`<${JsonField} value=${value} change=${change} fault=${fault} broken=${broken} />` },
    kind.text && { id: 'text', name: t('Text'), show: () => html`<${TextField} text=${text} />` }].filter(Boolean);
  const shown = tabs.find(({ id }) => id === tab.value) ?? tabs[0];
  const send = (event) => {
    event.preventDefault();
    if (!broken.peek()) session.ask();
  };
  return html`<${Tabs} tabs=${tabs} now=${shown.id} choose=${(id) => { tab.value = id; }} label=${t('Input formats')}>
    <form class="solve-form" noValidate onSubmit=${send}>${shown.show()}
      <div class="row"><button disabled=${!!broken.value}>${t('Solve')}</button> <a href=${kind.links.request_schema} target="_blank">${t('Schema')}</a></div></form><//>`;
}
