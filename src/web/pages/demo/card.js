// One member: its name, state and part, and the buttons that disturb it.
import { cls, html } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { bandOf } from '../../parts/band.js';
import { Curve } from './curve.js';

const LATE = [5, 500, 5]; // ms: least, most, step of the slider

const words = {
  joining: /* t */ 'joining', ready: /* t */ 'ready', playing: /* t */ 'playing', lost: /* t */ 'reconnecting', gone: /* t */ 'gone',
  excluded: /* t */ 'excluded', failed: /* t */ 'failed'
};
const looks = { playing: 'running', ready: 'succeeded', excluded: 'failed', failed: 'failed', lost: 'cancelled', gone: 'cancelled' };

function Disturb({ member }) {
  const name = member.name.value, late = member.late.value > 0, lying = member.lying.value, away = ['gone', 'excluded', 'failed'].includes(member.state.value);
  const change = (set) => () => {
    set();
    member.disturb();
  };
  const setLate = change(() => { member.late.value = late ? 0 : member.delay.value; });
  const setDelay = (event) => change(() => {
    member.delay.value = Number(event.target.value);
    member.late.value = member.delay.value;
  })();
  const setLying = change(() => { member.lying.value = !lying; });
  return html`<div class="demo-disturb" role="group" aria-label=${t('Disturb {name}', { name })}>
    <button type="button" class="second" aria-pressed=${late} aria-label=${t('Late: {name}', { name })} disabled=${away} onClick=${setLate}>${t('Late')}</button>
    <input type="range" min=${LATE[0]} max=${LATE[1]} step=${LATE[2]} value=${member.delay.value} disabled=${away} aria-label=${t('Delay of {name}', { name })}
      aria-valuetext=${duration(member.delay.value)} onInput=${setDelay} />
    <span class=${cls('num', { muted: !late })} aria-hidden="true">${duration(member.delay.value)}</span>
    <button type="button" class="second" aria-pressed=${lying} aria-label=${t('Lying: {name}', { name })} disabled=${away} onClick=${setLying}>${t('Lying')}</button>
    ${away ? html`<button type="button" aria-label=${t('Back: {name}', { name })} onClick=${() => member.back()}>${t('Back')}</button>`
    : html`<button type="button" class="second" aria-label=${t('Gone: {name}', { name })} onClick=${() => member.vanish()}>${t('Gone')}</button>`}</div>`;
}

// share: 0 to 1, of the whole work; curve: its part of each interval; most: the highest value of all curves; shard: of
// the game, undefined if it plays none now.
export function Card({ member, share, curve, most, shard }) {
  const { value: name } = member.name, { value: is } = member.state, state = is === 'ready' && shard ? 'playing' : is;
  const text = share === undefined ? '' : number(share, { style: 'percent', maximumFractionDigits: 0 });
  const trip = shard?.round_trip_ms > 0 && duration(shard.round_trip_ms);
  return html`<li class=${cls('demo-card panel', bandOf(member.n))}>
    <div class="demo-who"><b>${name}</b><span class=${`state ${looks[state] ?? ''}`}>${t(words[state])}${member.why && state === 'failed' && `: ${member.why}`}${shard && trip && html` <span class="muted num" title=${t('round trip')}>${trip}</span>`}</span></div>
    <div class="demo-part"><${Curve} values=${curve} most=${most} label=${t('Part of {name}: {share}', { name, share: text || '–' })} /><span class="num" aria-hidden="true">${text}</span></div>
    ${member.phone.value ? html`<p class="demo-disturb muted">${t('A phone. Lock it, or close its page, and see.')}</p>` : html`<${Disturb} member=${member} />`}</li>`;
}
