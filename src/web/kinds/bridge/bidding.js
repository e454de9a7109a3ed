// The contract as from a bidding box, or a strain and a leader; dealer, vulnerability, tricks made.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { SEATS } from '../../parts/hands/cards.js';
import { STRAINS, contractText } from '../../parts/hands/contract.js';
import { BiddingBox } from '../../parts/hands/bidding.js';
import { seatName, suitName } from '../../parts/hands/signs.js';

const choose = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value || undefined)}>${options.map(([one, name]) => html`<option key=${one} value=${one} selected=${one === (value ?? '')}>${name}</option>`)}</select></label>`;

// A contract implies the strain and, for a whole deal, the leader; setting one removes the others.
export function Bidding({ question, setting, held, ask, table }) {
  const { contract } = setting, whole = Object.keys(held).length === 52, { dealer, vulnerable, tricks } = question;
  const seats = [['', '–'], ...SEATS.map((seat) => [seat, seatName(seat)])];
  const bid = (next) => (next ? ask({ contract: contractText(next), declarer: next.declarer, strain: undefined, leader: whole ? undefined : setting.leader })
    : ask({ contract: undefined, declarer: undefined, tricks: undefined, strain: setting.strain, leader: question.leader ?? setting.leader }));
  const strain = (value) => ask({ strain: value, ...(value && !question.leader && { leader: 'W' }), ...(!value && { leader: undefined }) });
  const makes = table && ((level, one) => table[contract?.declarer ?? 'S']?.[one] >= 6 + level);
  return html`<${BiddingBox} contract=${contract} change=${bid} makes=${makes} />
    <div class="row">
      ${!contract && choose(t('Strain'), setting.strain, [['', '–'], ...STRAINS.map((one) => [one, suitName(one)])], strain)}
      ${(!contract || !whole) && choose(t('Leader'), contract ? question.leader : setting.leader, seats, (value) => ask({ leader: value, ...(value && !setting.strain && { strain: 'NT' }) }))}
      ${choose(t('Dealer'), dealer, seats, (value) => ask({ dealer: value }))}
      ${choose(t('Vulnerable'), vulnerable, [['', '–'], ['none', t('nobody')], ['ns', t('North-South')], ['ew', t('East-West')], ['both', t('all')]], (value) => ask({ vulnerable: value }))}
      ${contract && choose(t('Tricks made'), tricks === undefined ? '' : String(tricks), [['', t('with best play')], ...Array.from({ length: 14 }, (_, i) => [String(i), String(i)])],
        (value) => ask({ tricks: value && Number(value) }))}</div>`;
}
