// The controls of a game, its outcome and its log.
import { cls, html, useLayoutEffect, useRef } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { bandOf } from '../../parts/band.js';
import { sizes } from './puzzles.js';
import { servers } from './story.js';

// Returns the name of a member for a sentence.
const called = (member) => (servers.includes(member) ? t('this server') : member);

const modes = {
  exact: [/* t */ 'One game, shared', /* t */ 'Each member plays the cells of its own rows. The game is the same, change by change, as one machine would play it.'],
  replicas: [/* t */ 'Five searches', /* t */ 'Each member searches the whole board by itself, with other random numbers. The first solution wins.']
};
const stateTexts = {
  idle: /* t */ 'Press “Begin”.', running: /* t */ 'The members play.', stopped: /* t */ 'Stopped.', failed: /* t */ 'The game has failed.',
  unsolved: /* t */ 'Not solved in time.', solved: /* t */ 'Solved'
};

// size: a signal, the index in `sizes`; mode: a signal
export function Controls({ play, size, mode, ready }) {
  const running = play.status.value === 'running', over = ['solved', 'unsolved', 'stopped'].includes(play.status.value);
  const choose = (event) => {
    size.value = Number(event.target.value);
    play.shuffle(...sizes[size.value]);
  };
  const anew = () => {
    play.shuffle(...sizes[size.value]);
    play.start(mode.value);
  };
  return html`<div class="demo-controls">
    <div class="row"><select aria-label=${t('Board')} disabled=${running} onChange=${choose}>${sizes.map(([side, share], i) =>
      html`<option key=${i} value=${i} selected=${i === size.value}>${t('{side} × {side}, {share} given', { side, share: number(share, { style: 'percent' }) })}</option>`)}</select>
    <span role="group" aria-label=${t('How they play')} class="row tight">${Object.entries(modes).map(([name, [text]]) => html`<button type="button" key=${name} class="second"
      aria-pressed=${mode.value === name} disabled=${running} onClick=${() => { mode.value = name; }}>${t(text)}</button>`)}</span><span class="grow"></span>
    ${running ? html`<button type="button" class="bad" onClick=${() => play.stop()}>${t('Stop')}</button>`
      : html`${over && html`<button type="button" class="second" onClick=${() => play.start(mode.value, true)}>${t('Play again')}</button>`}
        <button type="button" disabled=${!ready} onClick=${over ? anew : () => play.start(mode.value)}>${over ? t('New board') : t('Begin')}</button>`}</div>
    <p class="small muted">${t(modes[mode.value][1])}</p></div>`;
}

// The outcome in one line, and the shares of the members as one bar.
export function Outcome({ play, colourOf }) {
  const { value: status } = play.status, { value: game } = play.game, { shares } = play.parts.value, check = play.check.value;
  const runs = play.runs.value.at(-1);
  const facts = [game?.potential !== undefined && t('{n} conflicts', { n: number(0 - game.potential) }), game?.round > 0 && t('round {n}', { n: number(game.round) }), runs > 0 && t('{n} searches', { n: number(runs) })];
  const text = status === 'solved' ? t('Solved in {time}', { time: duration(play.took) }) : t(stateTexts[status]);
  const parts = [...shares].sort(([a], [b]) => colourOf(a) - colourOf(b));
  const percent = (share) => number(share, { style: 'percent', maximumFractionDigits: 0 });
  return html`<div class="demo-outcome"><p class=${cls('verdict', { good: status === 'solved', bad: status === 'failed', warn: status === 'unsolved' })} role="status">${text}
      ${check && html` <small>${check.same ? t('✓ the same as by one process') : t('✗ not the same as by one process')}</small>`}</p>
    <p class="small muted num">${facts.filter(Boolean).join(' · ')}${play.job && status !== 'running' && status !== 'idle' && html` · <a href=${link(['jobs', play.job.id])}>${t('To the job')}</a>`}</p>
    <div class="demo-bar" role="img" aria-label=${parts.length ? t('Parts: {list}', { list: parts.map(([member, share]) => `${called(member)} ${percent(share)}`).join(', ') }) : t('Nothing is done yet.')}>
      ${parts.map(([member, share]) => html`<i key=${member} class=${bandOf(colourOf(member))} style=${{ flexGrow: share }} title=${`${called(member)} ${percent(share)}`}></i>`)}</div></div>`;
}

export function Log({ lines, colourOf }) {
  const list = useRef();
  useLayoutEffect(() => { list.current.scrollTop = list.current.scrollHeight; }, [lines]);
  return html`<div class="demo-log panel" ref=${list} role="log" aria-live="polite" aria-label=${t('What happens')} tabindex="0">
    ${lines.map(({ id, member, text, values = {}, good, bad }) => html`<p key=${id} class=${cls({ good, bad })}>${member && html`<i class=${`band ${bandOf(colourOf(member))}`}></i>`}${t(text, { ...values, other: called(values.other) })}</p>`)}</div>`;
}
