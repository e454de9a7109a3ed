// Two models side by side: what they are, their curves in one plot, and a match between them.
import { html, useEffect, useSignal } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { go, link } from '../../app/router.js';
import { useBusy } from '../../parts/busy.js';
import { NetChoice, modelName } from '../../kinds/hex/nets.js';
import { Curve } from '../../kinds/hex/training/curve.js';
import { lossesOf, ratesOf } from '../../kinds/hex/training/points.js';
import { detailsOf, play } from './calls.js';
import { Refusal } from './parts.js';
import { boardOf, netOf, sizeOf, strengthOf, trainedOn } from './words.js';

const GAMES = [10, 20, 50, 100, 200], SIMULATIONS = [0, 50, 200, 400, 800], SIZES = Array.from({ length: 17 }, (_, i) => i + 3);

const select = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(Number(target.value))}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}</select></label>`;

function Match({ a, b }) {
  const size = useSignal(boardOf(a.training)), games = useSignal(50), simulations = useSignal(200), fault = useSignal(null);
  const [busy, start] = useBusy(async () => {
    const player = ({ id }) => ({ model: id, ...(simulations.peek() ? { engine: 'dqn+search', simulations: simulations.peek() } : { engine: 'dqn' }) });
    try {
      const job = await play({ a: player(a), b: player(b), size: size.peek(), match: { games: games.peek() } });
      go(['jobs', job.id]);
    } catch (error) {
      fault.value = error;
    }
  });
  return html`<form class="panel" aria-labelledby="models-match" onSubmit=${(event) => { event.preventDefault(); fault.value = null; start(); }}><h2 id="models-match">${t('Let them play')}</h2>
    <div class="row">${select(t('Board'), size.value, SIZES.map((n) => [n, `${n} × ${n}`]), (n) => { size.value = n; })}${select(t('Games'), games.value, GAMES.map((n) => [n, number(n)]), (n) => { games.value = n; })}
      ${select(t('Simulations of a move'), simulations.value, SIMULATIONS.map((n) => [n, n ? number(n) : t('none, the network alone')]), (n) => { simulations.value = n; })}<button aria-busy=${busy}>${t('Play the match')}</button></div>
    ${fault.value && html`<${Refusal} error=${fault.value} />`}</form>`;
}

function Sides({ a, b }) {
  const rows = [[t('Network'), netOf], [t('Size'), sizeOf], [t('Trained on'), ({ training }) => trainedOn(training)], [t('Gradient steps'), ({ training }) => (training ? number(training.step) : '–')], [t('Processor time'), ({ training }) => (training ? duration(1000 * training.cpu_s) : '–')], [t('Wins against tree search, %'), ({ training }) => strengthOf(training)]];
  return html`<div class="scroll panel" role="region" aria-label=${t('Both models')} tabindex="0"><table><thead><tr><td></td>${[a, b].map((model, i) => html`<th key=${i} scope="col"><a href=${link(['models', model.id])}>${modelName(model)}</a></th>`)}</tr></thead>
    <tbody>${rows.map(([name, say]) => html`<tr key=${name}><th scope="row">${name}</th><td class="num">${say(a)}</td><td class="num">${say(b)}</td></tr>`)}</tbody></table></div>`;
}

export function Compare({ query }) {
  const ids = [query.get('a') || 'default', query.get('b') || 'default'], both = useSignal(null), fault = useSignal(null), [a, b] = ids;
  useEffect(() => {
    let here = true;
    fault.value = null;
    Promise.all(ids.map(detailsOf)).then((found) => { if (here) both.value = found; }, (error) => { if (here) { fault.value = error; both.value = null; } });
    return () => { here = false; };
  }, [a, b]);
  const choose = (next) => go(['models'], { a, b, ...next }), found = both.value, lines = found?.map((model, i) => ({ name: `${'AB'[i]}: ${modelName(model)}`, curve: model.training?.curve ?? [] })).filter(({ curve }) => curve.length);
  return html`<article class="models-compare"><h1><a href=${link(['models'])}>${t('Models')}</a> <span aria-hidden="true">›</span> ${t('Compare two')}</h1>
    <div class="row"><${NetChoice} label="A" value=${a === 'default' ? undefined : a} change=${(id) => choose({ a: id ?? 'default' })} /><${NetChoice} label="B" value=${b === 'default' ? undefined : b} change=${(id) => choose({ b: id ?? 'default' })} /></div>
    ${fault.value ? html`<${Refusal} error=${fault.value} />` : !found ? html`<p class="muted" role="status">${t('Loading…')}</p>` : html`<${Sides} a=${found[0]} b=${found[1]} />
      ${lines.length > 0 && html`<section class="panel" aria-labelledby="models-curves"><h2 id="models-curves">${t('Win rates against tree search')}</h2><${Curve} label=${t('Win rates against tree search')} rates=${lines.map(({ name, curve }) => ({ name, points: ratesOf(curve, 'uct') }))} losses=${lines.map(({ name, curve }) => ({ name, points: lossesOf(curve) }))} /></section>`}
      <${Match} key=${ids.join()} a=${found[0]} b=${found[1]} />`}</article>`;
}
