// The page: five members solve one board; each can be made late, lying or gone.
import { html, useEffect, useMemo, useSignal } from '../../app/dom.js';
import { useEvery } from '../../app/every.js';
import { number, t } from '../../app/i18n.js';
import { lazy } from '../../app/lazy.js';
import { GameBoard } from './board.js';
import { Card } from './card.js';
import { Crew } from './crew.js';
import { Curve } from './curve.js';
import { Controls, Log, Outcome } from './parts.js';
import { Play } from './play.js';

const Invite = lazy(async () => (await import('../shards.js')).Invite);

const EVERY = 1000; // ms between two looks at the members
const OTHERS = 5; // the colour of what none of the five did

export function Demo() {
  const size = useSignal(0), mode = useSignal('exact'), inviting = useSignal(false);
  const play = useMemo(() => new Play(), []), crew = useMemo(() => new Crew(play), []);
  useEffect(() => {
    const leave = () => {
      play.close();
      crew.dismiss();
    };
    const restored = ({ persisted }) => { if (persisted) location.reload(); }; // its members have left
    addEventListener('pagehide', leave);
    addEventListener('pageshow', restored);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', restored);
      leave();
    };
  }, []);
  useEvery(EVERY, () => crew.refresh().catch(() => {}));
  const { members } = crew, names = members.map(({ name }) => name.value);
  const colourOf = (member) => (names.includes(member) ? names.indexOf(member) : OTHERS);
  const { shards = [], credit = [], curve = [], potential = 0 } = play.game.value ?? {}, { shares, curves } = play.parts.value, most = Math.max(1, ...Object.values(curves).flat());
  const { value: runs } = play.runs;
  const running = play.status.value === 'running', { value: owners } = play.owners;
  const colours = useMemo(() => owners.map((member) => (member === '' ? -1 : colourOf(member))), [owners, names.join()]);
  return html`<div class="demo">
    <header><div class="grow"><h1>${t('Five members solve one board')}</h1>
      <p class="small">${t('Each member is a small program in this browser, or a phone. Together they fill the board, until no letter is twice in a row, a column or a box. Make one late, lying or gone, and see that it does not matter.')}</p></div>
      <button type="button" class="second" onClick=${() => { inviting.value = true; }}>${t('Add a phone')}</button></header>
    <section class="demo-left" aria-label=${t('The game')}>
      <${GameBoard} lease=${play.lease.value} letters=${play.letters.value} colours=${colours} conflicts=${0 - potential} />
      ${runs.length ? html`<figure><figcaption class="small muted">${t('Searches that have ended')}</figcaption><${Curve} values=${runs} label=${t('{n} searches', { n: number(runs.at(-1)) })} /></figure>`
    : html`<figure><figcaption class="small muted">${t('Conflicts left, over the game')}</figcaption>
        <${Curve} log values=${curve.map(([, value]) => -value)} label=${t('Conflicts left, now {n}', { n: number(0 - potential) })} /></figure>`}</section>
    <section class="demo-right" aria-label=${t('Members')}>
      <${Controls} play=${play} size=${size} mode=${mode} ready=${members.some(({ state }) => state.value === 'ready')} />
      <${Outcome} play=${play} colourOf=${colourOf} />
      <ul class="demo-cards">${members.map((member) => html`<${Card} key=${member.n} member=${member} most=${most} curve=${curves[member.name.value] ?? []}
        share=${shares.find(([name]) => name === member.name.value)?.[1]} shard=${running && [...shards, ...credit].find((one) => one.member === member.name.value && ['playing', 'working'].includes(one.state))} />`)}</ul>
      <${Log} lines=${play.lines.value} colourOf=${colourOf} /></section>
    ${inviting.value && html`<${Invite} members=${crew.listed.value} onClose=${() => { inviting.value = false; }} />`}</div>`;
}
