// The filters of the list: by state (with the counts of all jobs), by kind, by the first digits of the id. They are
// stored in the address.
import { html, useEffect, useSignal } from '../../app/dom.js';
import { kinds } from '../../app/net/api.js';
import { number, t } from '../../app/i18n.js';
import { mode, stats } from '../../app/net/live.js';
import { addressed, go } from '../../app/router.js';
import { STATES, stateName } from '../../app/state.js';

const ID = /^[0-9a-f]{1,32}$/;

export const readFilter = (query) => ({
  status: (query.get('status') ?? '').split(',').filter((name) => STATES.includes(name)),
  kind: query.get('kind') ?? '',
  id: ID.test(query.get('id') ?? '') ? query.get('id') : ''
});

// Changes the filter in the address, which may be newer than the drawn one.
function choose(change) {
  const now = readFilter(addressed().query);
  const { status, kind, id } = { ...now, ...(typeof change === 'function' ? change(now) : change) };
  go(['jobs'], { status: status.join(','), kind, id }, { replace: true });
}

function Chip({ name, count, pressed, onClick, state }) {
  return html`<button class="chip" aria-pressed=${pressed} onClick=${onClick}>
    <span class=${state ? `state ${state}` : ''}>${name}</span>${count !== undefined && html`<b class="num">${number(count)}</b>`}
  </button>`;
}

function Chips({ filter }) {
  const counts = stats.value?.jobs;
  const all = counts && STATES.reduce((sum, state) => sum + counts[state], 0);
  const toggle = (state) => choose(({ status }) => ({ status: status.includes(state) ? status.filter((name) => name !== state) : [...status, state] }));
  return html`<div class="chips" role="group" aria-label=${t('State')}>
    <${Chip} name=${t('all')} count=${all} pressed=${!filter.status.length} onClick=${() => choose({ status: [] })} />
    ${STATES.map((state) => html`<${Chip} key=${state} state=${state} name=${stateName(state)} count=${counts?.[state]}
      pressed=${filter.status.includes(state)} onClick=${() => toggle(state)} />`)}
  </div>`;
}

const Live = () => html`<span class="feed" data-mode=${mode.value} role="status">${{
  live: t('live'), polling: t('every few seconds'), connecting: t('connecting…'), lost: t('The server cannot be reached.')
}[mode.value]}</span>`;

// The field for an id; a complete id opens the job.
function IdField({ filter }) {
  const bad = useSignal(false);
  const change = (event) => {
    const id = event.target.value.trim().toLowerCase();
    bad.value = id !== '' && !ID.test(id);
    if (bad.value) return;
    if (id.length === 32) go(['jobs', id]);
    else choose({ id });
  };
  return html`<input class="mono" type="search" size="16" placeholder=${t('id begins with…')} aria-label=${t('Beginning of the id')}
    spellcheck=${false} value=${filter.id} onInput=${change} aria-invalid=${bad.value}
    title=${bad.value ? t('An id has the digits 0 to 9 and a to f.') : undefined} />`;
}

export function Filters({ filter }) {
  const known = useSignal([]);
  useEffect(() => { kinds().then((found) => { known.value = found; }, () => {}); }, []);
  return html`<div class="filters">
    <${Chips} filter=${filter} />
    <div class="row">
      <${Live} />
      ${(known.value.length > 1 || filter.kind) && html`<select aria-label=${t('Kind')} value=${filter.kind} onChange=${({ target }) => choose({ kind: target.value })}>
        <option value="">${t('every kind')}</option>
        ${known.value.map(({ kind }) => html`<option key=${kind} value=${kind}>${kind}</option>`)}
      </select>`}
      <${IdField} filter=${filter} />
    </div>
  </div>`;
}
