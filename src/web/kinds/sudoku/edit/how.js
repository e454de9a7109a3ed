// The settings of the method: which method, how a game is played, the shards. Only combinations that the server accepts
// are offered.
import { html, signal, useState } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { bandsOf, howOf, isPlain, isTrajectory, modes, readShards, takes } from '../method.js';
import { methodName } from '../words.js';

// An input that is read when it loses the focus; until then redrawing does not change its text.
function Typed({ value, take, ...rest }) {
  const [text, setText] = useState(null);
  return html`<input ...${rest} value=${text ?? value} onInput=${({ target }) => setText(target.value)}
    onChange=${({ target }) => { setText(null); take(target.value); }} />`;
}

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
      ${has('shards') && field(t('Shards'), html`<${Typed} list="shards" class="mono" value=${[shards].flat().join(', ')}
        placeholder=${t('none')} take=${(text) => put('shards', readShards(text))} />
        <datalist id="shards"><option>${bands}</option><option>${Array(bands).fill('phone').join(', ')}</option></datalist>`)}
      ${shards && html`${choice(t('Mode'), 'mode', 'auto', modes[method])}
        ${how.mode === 'exact' && choice(t('Rounds'), 'pace', 'auto', ['share', 'lead'])}
        ${numeric(t('Share of rounds replayed'), how.audit, (value) => put('audit', value), { ...usual, max: 1, step: 'any' })}
        ${numeric(t('Wait for phones, ms'), how.wait_ms, (value) => put('wait_ms', value), { ...usual, max: 60000 })}
        <p class="hint wide">${t('A number, or a list of members: local, phone, or the address of a peer.')}</p>`}
    </div>`;
}

// The settings are drawn when they are opened: each key on the board draws the panel.
export function How(props) {
  const { method = 'auto', shards } = howOf(props.problem, props.board), summary = method === 'auto' && !shards ? '' : `: ${t(method)}${shards ? ` × ${shards.length ?? shards}` : ''}`;
  return html`<details class="options" open=${opened.value} onToggle=${({ target }) => { opened.value = target.open; }}><summary>${t('How')}${summary}</summary>
    ${opened.value && html`<${Settings} ...${props} />`}</details>`;
}
