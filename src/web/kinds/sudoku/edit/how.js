// The settings of the method: which method, how a game is played, the shards. Only combinations that the server accepts
// are offered.
import { html, signal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { MemberFields, Typed } from '../../../parts/members/fields.js';
import { bandsOf, howOf, isPlain, isTrajectory, modes, takes } from '../method.js';
import { methodName } from '../words.js';

const opened = signal(false); // stays open while answers are looked at

// Schedules: t('fixed') t('anneal') t('adaptive'). Paces: t('share') t('lead')
function Settings({ board, problem, change }) {
  const how = howOf(problem, board), { method = 'auto', shards } = how, seed = problem.job?.seed;
  const put = (name, value) => change({ ...how, [name]: value });
  const has = (name) => takes(board, method, name), bands = bandsOf(board), single = isTrajectory(how);
  const field = (text, input) => html`<label class="field">${text}${input}</label>`;
  const option = (name) => (one) => html`<option key=${one} value=${one} selected=${how[name] === one}>${methodName(one)}</option>`;
  const choice = (text, name, first, all) => field(text, html`<select onChange=${({ target }) => put(name, target.value || undefined)}>
    <option value="">${t(first)}</option>${all.map(option(name))}</select>`);
  const numeric = (text, value, use, limits) => field(text, html`<${Typed} type="number" value=${value ?? ''} ...${limits}
    take=${(text) => use(text === '' ? undefined : Number(text))} />`);
  const usual = { min: 0, placeholder: t('default for this size') };
  const count = (text, name, max, limits) => has(name) && numeric(text, how[name], (value) => put(name, value), { ...usual, max, ...limits });
  return html`<div class="generate">
      ${choice(t('Method'), 'method', 'auto', isPlain(board) ? ['sap', 'tabu', 'exact'] : ['exact'])}
      ${numeric(t('Seed'), seed, (value) => change(how, value ?? null), { min: 0, placeholder: t('random') })}
      ${count(t('Inverse temperature β'), 'beta', 64, { step: 'any', placeholder: t('by density') })}
      ${has('schedule') && !single && choice(t('Schedule'), 'schedule', 'fixed', ['anneal', 'adaptive'])}
      ${count(t('Updates in a run'), 'updates', 1e12, { min: 1 })}
      ${count(t('Restarts'), 'restarts', 1e6)}
      ${has('propagate') && html`<label class="wide"><input type="checkbox" checked=${how.propagate !== false}
        onChange=${({ target }) => put('propagate', target.checked ? undefined : false)} /> ${t('Propagate first: forced cells are fixed')}</label>`}
      ${has('shards') && html`<${MemberFields} value=${how} put=${put} usual=${[bands, Array(bands).fill('phone').join(', ')]} again=${t('Share of rounds replayed')}>
        ${choice(t('Mode'), 'mode', 'auto', modes[method])}
        ${how.mode === 'exact' && choice(t('Rounds'), 'pace', 'auto', ['share', 'lead'])}<//>`}
    </div>`;
}

// The settings are drawn when they are opened: each key on the board draws the panel.
export function How(props) {
  const { method = 'auto', shards } = howOf(props.problem, props.board), summary = method === 'auto' && !shards ? '' : `: ${t(method)}${shards ? ` × ${shards.length ?? shards}` : ''}`;
  return html`<details class="options" open=${opened.value} onToggle=${({ target }) => { opened.value = target.open; }}><summary>${t('How')}${summary}</summary>
    ${opened.value && html`<${Settings} ...${props} />`}</details>`;
}
