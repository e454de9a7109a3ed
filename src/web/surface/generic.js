// The surface of a kind without a module of its own: the question is a form made from its schema, the answer a tree.
import { html } from '../app/dom.js';
import { kinds } from '../app/net/api.js';
import { t } from '../app/i18n.js';
import { summaryOf } from '../app/kinds.js';
import { exampleName } from '../pages/jobs/example.js';
import { Tree } from './job/tree.js';
import { Forms } from './forms/forms.js';
import { Surface } from './surface.js';

function Generic({ session, kind }) {
  const { result, progress } = session.job.value ?? {}, shown = result ?? progress;
  const board = shown && typeof shown === 'object' && session.state.value !== 'editing' ? html`<${Tree} value=${shown} title=${result ? t('Result') : t('Progress')} name=${session.kind} />`
    : html`<${Forms} session=${session} />`;
  return html`<${Surface} session=${session} kind=${kind} board=${board} verdict=${{ tone: 'good', text: result?.summary ?? summaryOf(session.job.value ?? {}) ?? t('Answered') }}
    actions=${session.state.value !== 'answered' && html`<button type="button" onClick=${() => session.ask()}>${t('Solve')}</button>`} />`;
}

// Resolves to the module of a kind of this server.
export async function genericModule(name) {
  const kind = (await kinds()).find((one) => one.kind === name);
  return kind && { Surface: Generic, about: () => t(kind.title), examples: (kind.examples ?? []).map((problem, i) => ({ name: exampleName(problem, i), problem })) };
}
