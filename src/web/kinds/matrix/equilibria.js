// The list of equilibria; the one under the pointer, or the selected one, shows its supports on the matrix.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Exact, Legend, Matrix, colPlayer, rowPlayer } from './table.js';

const LISTED = 100; // equilibria in the list; a game with more is not shown as a picture

const Mix = ({ weights, names, support, who, player }) => {
  const used = support.map((i) => [names[i], weights[i]]);
  return html`<span class=${`mix ${who}`}><span class="visually-hidden">${player}: </span>${used.map(([name, weight], i) => html`${i > 0 && ', '}<span class="part" key=${name}>${name}${used.length > 1 && html` <b><${Exact} value=${weight} ratio /></b>`}</span>`)}</span>`;
};

// The groups in which the extreme equilibria of a degenerate game span sets of equilibria.
const componentOf = (components, i) => components?.findIndex((list) => list.includes(i));

function Item({ game, one, i, picked, pointed, component }) {
  const point = (on) => () => { pointed.value = on ? i : undefined; };
  return html`<li><button type="button" class="quiet" aria-pressed=${picked.value === i} onClick=${() => { picked.value = picked.value === i ? undefined : i; }}
      onPointerEnter=${point(true)} onPointerLeave=${point(false)} onFocus=${point(true)} onBlur=${point(false)}>
      <span class="muted num place">${one.pure ? '★' : i + 1}</span>
      <span class="mixes"><${Mix} weights=${one.row} names=${game.rows} support=${one.row_support} who="row-player" player=${rowPlayer(game)} /><${Mix} weights=${one.col} names=${game.cols} support=${one.col_support} who="col-player" player=${colPlayer(game)} /></span>
      <span class="paid num"><span class="row-player"><${Exact} value=${one.payoff[0]} /></span> <span class="col-player"><${Exact} value=${one.payoff[1]} /></span></span>
      ${component !== undefined && html`<span class="tag num" title=${t('component')}>${String.fromCharCode(65 + (component % 26))}</span>`}</button></li>`;
}

export const pureOf = ({ pure = [], rows, cols }) => new Set(pure.map(({ row, col }) => `${rows.indexOf(row)} ${cols.indexOf(col)}`));

export function Equilibria({ game, drawn }) {
  const picked = useSignal(0), pointed = useSignal(undefined);
  const list = game.equilibria?.list ?? (game.one ? [game.one] : []), shown = list.slice(0, LISTED);
  const pure = useMemo(() => pureOf(game), [game]);
  const on = list[pointed.value ?? picked.value], { components } = game.equilibria ?? {};
  return html`<div class="pair-of">
    <div>${drawn ? html`<${Matrix} game=${game} pure=${pure} on=${on} room=${list[0]} /><${Legend} />` : html`<p class="notice">${t('The matrix is too large to be drawn.')}</p>`}</div>
    <div>${list.length > 0 && html`<h2>${game.equilibria ? t('Equilibria') : t('An equilibrium')}</h2>
      <p class="hint">${t('Point at one to see its probabilities on the matrix, and what each strategy pays against them: none pays more than those that are played.')}</p>`}
      <ol class="equilibria" aria-label=${t('Equilibria')}>${shown.map((one, i) => html`<${Item} key=${i} game=${game} one=${one} i=${i} picked=${picked} pointed=${pointed} component=${componentOf(components, i)} />`)}</ol>
      ${game.equilibria?.count > shown.length && html`<p class="hint">${t('{count} more are in the JSON.', { count: number(game.equilibria.count - shown.length) })}</p>`}
      ${components && html`<p class="hint">${t('Equilibria with one letter span a whole set of equilibria: any mixture that stays within one face is one too.')}</p>`}
    </div></div>`;
}
