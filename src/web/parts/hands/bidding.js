// A bidding box that picks a contract: seven levels in five strains, double and redouble, and who declares. Calls that
// are not sufficient over `over` are dim.
import { cls, html, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { SEATS } from './cards.js';
import { LEVELS, STRAINS, contractText, pick, possible } from './contract.js';
import { Contract, Suit, seatName, suitName } from './signs.js';
import './table.css';

const COLUMNS = [...STRAINS].reverse(); // from the lowest, as in a bidding box
const LETTERS = { c: 'C', d: 'D', h: 'H', s: 'S', n: 'NT' };

// Returns the call to which a key moves from [level, strain].
function moved(key, level, strain) {
  const column = COLUMNS.indexOf(strain), clamp = (at, most) => Math.max(0, Math.min(most, at));
  const to = { ArrowLeft: [level, column - 1], ArrowRight: [level, column + 1], ArrowUp: [level - 1, column], ArrowDown: [level + 1, column], Home: [1, 0], End: [7, 4] }[key]
    ?? (/^[1-7]$/.test(key) ? [Number(key), column] : key in LETTERS ? [level, COLUMNS.indexOf(LETTERS[key])] : null);
  return to && [clamp(to[0] - 1, 6) + 1, COLUMNS[clamp(to[1], 4)]];
}

// contract: {level, strain, doubled, declarer} or null; change(contract or null); makes(level, strain): whether it makes
// with best play, if known; over: the last bid of an auction.
export function BiddingBox({ contract, change, makes, over = null }) {
  const stop = useRef([contract?.level ?? 1, contract?.strain ?? 'C']), box = useRef();
  const keydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.value) return;
    const to = moved(event.key.length === 1 ? event.key.toLowerCase() : event.key, Number(event.target.value[0]), event.target.value.slice(1));
    if (!to) return;
    event.preventDefault();
    box.current.querySelector(`[value="${to.join('')}"]`).focus();
  };
  const bid = (level, strain) => {
    const call = { level, strain }, text = contractText(call), off = !possible(call, over), on = contract?.level === level && contract.strain === strain, made = makes?.(level, strain);
    return html`<button type="button" key=${text} value=${text} class=${cls('bid', { made })} aria-pressed=${on} aria-disabled=${off} tabindex=${stop.current.join('') === text ? 0 : -1}
      aria-label=${`${level}${strain === 'NT' ? t('NT') : ` ${suitName(strain)}`}${made ? `, ${t('makes')}` : ''}`} onFocus=${() => { stop.current = [level, strain]; }} onClick=${() => !off && change(on ? null : pick(contract, call))}><${Contract} ...${call} /></button>`;
  };
  const double = (times, text, name) => html`<button type="button" class="second double" aria-label=${`${text} ${name}`} aria-pressed=${contract?.doubled === times} aria-disabled=${!contract} onClick=${() => contract && change(pick(contract, times))}>${text}</button>`;
  return html`<div class="bidbox"><div class="bids" role="group" aria-label=${t('Contract')} ref=${box} onKeyDown=${keydown}>${LEVELS.flatMap((level) => COLUMNS.map((strain) => bid(level, strain)))}</div>
    <div class="row tight">${double(1, 'X', t('Doubled'))}${double(2, 'XX', t('Redoubled'))}
      <button type="button" class="quiet" aria-disabled=${!contract} onClick=${() => contract && change(null)}>${t('No contract')}</button></div>
    <p class="of" aria-hidden="true">${t('Declarer')}</p><div class="row tight seats" role="group" aria-label=${t('Declarer')}>${SEATS.map((seat) => html`<button type="button" class="second" key=${seat} aria-pressed=${contract?.declarer === seat} aria-disabled=${!contract}
      onClick=${() => contract && change({ ...contract, declarer: seat })}>${seatName(seat)}</button>`)}</div></div>`;
}

// The contract in words and signs, as a line.
export const ContractLine = ({ contract, strain, leader }) => {
  const parts = [contract ? html`<${Contract} ...${contract} /> ${contract.declarer && t('by {seats}', { seats: seatName(contract.declarer) })}` : strain && html`<${Suit} suit=${strain} />`,
    leader && t('{seat} leads', { seat: seatName(leader) })].filter(Boolean);
  return parts.map((part, i) => html`${i > 0 && ' · '}${part}`);
};
