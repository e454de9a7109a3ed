// Members and games: '#/shards'.
import { html, useSignal } from '../app/dom.js';
import { get, request } from '../app/net/api.js';
import { useEvery } from '../app/every.js';
import { addTexts, clock, number, t } from '../app/i18n.js';
import { lazy } from '../app/lazy.js';
import { link } from '../app/router.js';
import { ShardTable } from './shard_table.js';
import { attempt } from '../app/ui/toast.js';
import { HowTo } from './shards/howto.js';
import { AddPhone, Invite, SOON } from './shards/invite.js';

await addTexts('shards', { zh: () => import('lang:pages/shards/zh') });

// The demonstration, '#/demo', uses the invitation too, and trainings the button.
export { AddPhone, Invite };
const Farm = lazy(async () => (await Promise.all([import('./shards/farm.js'), addTexts('parts', { zh: () => import('lang:parts/zh') })]))[0].Farm);
export const Demo = lazy(async () => (await import('./demo.js')).Demo);

const EVERY = 2000; // ms between polls

const joined = ({ kind }) => kind === 'phone' || kind === 'server'; // these members connect to the hub; the hub connects to the others

function Game({ game, job, size, mode = 'auto', started_at: started, progress = {} }) {
  const { round = 0, potential = 0, shards = [] } = progress;
  const facts = [started && clock(started), `${t('rounds')}: ${number(round)}`, t('{n} conflicts', { n: number(0 - potential) })];
  return html`<h2>${t('Game {n}', { n: game ?? job?.slice(-6) })} <span class="tag">${size} × ${size}</span> <span class="tag">${t(mode)}</span></h2>
    <p class="num muted">${facts.filter(Boolean).join(' · ')} · ${job ? html`<a href=${link(['jobs', job])}>${t('To the job')}</a>`
      : html`<a href=${link(['jobs'], { status: 'running', kind: 'sudoku' })}>${t('Jobs')}</a>`}</p>
    <${ShardTable} label=${t('Shards of this game')} shards=${shards} />`;
}

export function Shards() {
  const now = useSignal(null), failed = useSignal(null), inviting = useSignal(false);
  const ask = async () => {
    try {
      now.value = await get('/v1/shards');
      failed.value = null;
    } catch (problem) {
      failed.value = problem;
    }
  };
  useEvery(inviting.value ? SOON : EVERY, ask);
  const dismiss = ({ member }) => attempt(async () => {
    await request(`/v1/shards/members/${member}`, { method: 'DELETE' });
    await ask();
  });
  const { members: listed = [], games = [], peers = [] } = now.value ?? {};
  const playing = games.flatMap(({ progress }) => (progress?.shards ?? []).map((shard, band) => ({ ...shard, band })));
  const members = [...listed, ...peers.map(({ url, ...peer }) => ({ name: url, kind: 'peer', ...peer }))]
    .map((one) => ({ ...playing.find(({ member }) => member === one.name), ...one }));
  return html`<div class="row"><h1 class="grow">${t('Shards')}</h1>
      <a class="button second" href=${link(['demo'])}>${t('Watch five members solve one board')}</a>
      <button onClick=${() => { inviting.value = true; }}>${t('Add a phone')}</button></div>
    ${failed.value && html`<p class="notice bad" role="alert">${t(failed.value.message)}</p>`}
    ${!now.value && !failed.value && html`<p class="muted" role="status">${t('Loading…')}</p>`}
    ${members.length > 0 && html`<${ShardTable} label=${t('Members')} shards=${members}
      last=${(member) => joined(member) && html`<button class="quiet" onClick=${() => dismiss(member)} aria-label=${t('Remove {name}', member)}>✕</button>`} />`}
    ${games.map((game, i) => html`<${game.progress?.farm ? Farm : Game} key=${game.game ?? i} ...${game} />`)}
    ${now.value && html`<${HowTo} open=${!members.length} />`}
    ${inviting.value && html`<${Invite} members=${members} onClose=${() => { inviting.value = false; }} />`}`;
}
