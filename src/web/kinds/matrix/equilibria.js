// The list of equilibria; the one under the pointer, or the selected one, shows its weights in the table.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Exact, playersOf } from './words.js';

const LISTED = 100; // equilibria in the list

export const listOf = (result) => result.equilibria?.list ?? (result.one ? [result.one] : []);

const Mix = ({ weights, names, support, who, player }) => html`<span class=${`mix ${who}`}><span class="visually-hidden">${player}: </span>${support.map((i, at) => html`${at > 0 && ', '}<span class="part" key=${i}>${names[i]}${support.length > 1 && html` <b><${Exact} value=${weights[i]} ratio /></b>`}</span>`)}</span>`;

// The groups in which the extreme equilibria of a degenerate game span sets of equilibria.
const componentOf = (components, i) => components?.findIndex((list) => list.includes(i));

function Item({ game, one, i, picked, pick, pointed, component }) {
  const point = (on) => () => { pointed.value = on ? i : undefined; }, [row, col] = playersOf(game);
  return html`<li><button type="button" class="quiet" aria-pressed=${picked === i} onClick=${() => pick(picked === i ? undefined : i)}
      onPointerEnter=${point(true)} onPointerLeave=${point(false)} onFocus=${point(true)} onBlur=${point(false)}>
      <span class="muted num place">${one.pure ? '★' : i + 1}</span>
      <span class="mixes"><${Mix} weights=${one.row} names=${game.rows} support=${one.row_support} who="row-player" player=${row} /><${Mix} weights=${one.col} names=${game.cols} support=${one.col_support} who="col-player" player=${col} /></span>
      <span class="paid num"><span class="row-player"><${Exact} value=${one.payoff[0]} /></span> <span class="col-player"><${Exact} value=${one.payoff[1]} /></span></span>
      ${component !== undefined && html`<span class="tag num" title=${t('component')}>${String.fromCharCode(65 + (component % 26))}</span>`}</button></li>`;
}

// picked: the place of the selected one; pick(place or undefined); pointed: a signal of the one under the pointer
export function Equilibria({ game, result, picked, pick, pointed }) {
  const list = listOf(result), { components, count } = result.equilibria ?? {}, shown = list.slice(0, LISTED);
  return html`${list.length > 0 && html`<p class="hint">${t('Choose one: the table shows its probabilities, and what each strategy pays against them; none pays more than those that are played.')}</p>`}
    <ol class="equilibria" aria-label=${t('Equilibria')}>${shown.map((one, i) => html`<${Item} key=${i} game=${game} one=${one} i=${i} picked=${picked} pick=${pick} pointed=${pointed} component=${componentOf(components, i)} />`)}</ol>
    ${count > shown.length && html`<p class="hint">${t('{count} more are in the JSON.', { count: number(count - shown.length) })}</p>`}
    ${components && html`<p class="hint">${t('Equilibria with one letter span a whole set of equilibria: any mixture that stays within one face is one too.')}</p>`}`;
}
