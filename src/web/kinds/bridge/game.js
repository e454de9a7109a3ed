// The settings of the play: contract or strain, leader, dealer, vulnerability, cards on the table, cards played.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Field } from '../../parts/field.js';
import { SEATS, cardsOf } from '../../parts/hands/cards.js';
import { STRAINS } from '../../parts/hands/contract.js';
import { seatName, suitName } from '../../parts/hands/signs.js';
import { dealFor } from './write.js';

const choose = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value || undefined)}>${options.map(([one, name]) => html`<option key=${one} value=${one} selected=${one === (value ?? '')}>${name}</option>`)}</select></label>`;

// A contract implies the strain and, for a whole deal, the leader; setting one removes the others.
export function Game({ problem, setting, held, ask }) {
  const { contract } = setting, whole = Object.keys(held).length === 52, { dealer, vulnerable, play, trick, tricks } = problem.value;
  const seats = (none) => [['', none], ...SEATS.map((seat) => [seat, seatName(seat)])];
  const bid = (next) => {
    const { level, strain = 'NT', doubled = 0, declarer } = { ...contract, strain: setting.strain, ...next };
    if (level) ask({ contract: `${level}${strain}${'X'.repeat(doubled)}`, declarer: declarer ?? 'S', strain: undefined, leader: whole ? undefined : setting.leader });
    else ask({ contract: undefined, declarer: undefined, tricks: undefined, strain, leader: problem.peek().leader ?? setting.leader });
  };
  const level = (value) => bid({ level: value && Number(value) });
  const strain = (value) => (contract ? bid({ strain: value }) : ask({ strain: value, ...(value && !problem.peek().leader && { leader: 'W' }), ...(!value && { leader: undefined }) }));
  // Cards on the table leave the hands.
  const begin = (cards) => ask({ trick: cards, ...(cards && { deal: dealFor(Object.fromEntries(Object.entries(held).filter(([card]) => !cards.includes(card)))) }) });
  const cards = (label, hint, value, change) => html`<${Field} label=${label} hint=${hint} value=${(cardsOf(value) ?? []).join(' ')} read=${(text) => {
    const read = cardsOf(text);
    if (read) change(read.length ? read : undefined);
    return !!read;
  }} />`;
  return html`<div class="row">
      ${choose(t('Level'), contract ? String(contract.level) : '', [['', '–'], ...Array.from('1234567', (one) => [one, one])], level)}
      ${choose(t('Strain'), setting.strain, [...(contract ? [] : [['', '–']]), ...STRAINS.map((one) => [one, suitName(one)])], strain)}
      ${contract && choose(t('Doubled'), String(contract.doubled), [['0', t('no')], ['1', '×'], ['2', '××']], (value) => bid({ doubled: Number(value) }))}
      ${contract && choose(t('Declarer'), contract.declarer, SEATS.map((seat) => [seat, seatName(seat)]), (value) => bid({ declarer: value }))}
      ${(!contract || !whole) && choose(t('Leader'), contract ? problem.value.leader : setting.leader, seats('–'), (value) => ask({ leader: value, ...(value && !setting.strain && { strain: 'NT' }) }))}
    </div><div class="row">
      ${choose(t('Dealer'), dealer, seats('–'), (value) => ask({ dealer: value }))}
      ${choose(t('Vulnerable'), vulnerable, [['', '–'], ['none', t('nobody')], ['ns', t('North-South')], ['ew', t('East-West')], ['both', t('all')]], (value) => ask({ vulnerable: value }))}
      ${contract && choose(t('Tricks made'), tricks === undefined ? '' : String(tricks), [['', t('with best play')], ...Array.from({ length: 14 }, (_, i) => [String(i), String(i)])],
        (value) => ask({ tricks: value && Number(value) }))}
    </div>
    <details class="more" open=${!!(play?.length || trick?.length)}><summary>${t('Cards already played')}</summary>
      ${cards(t('On the table'), t('The trick in progress, from its leader; such as SA S3.'), trick, begin)}
      ${cards(t('The played hand'), t('All cards in the order played, to find the mistakes.'), play, (read) => ask({ play: read }))}</details>`;
}
