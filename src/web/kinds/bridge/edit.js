// The question: the deal card by card, the contract, cards that were played, hidden hands; pasted, dealt, copied.
import { html, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Tabs } from '../../app/ui/tabs.js';
import { copy } from '../../app/ui/copy.js';
import { toast } from '../../app/ui/toast.js';
import { Field } from '../../parts/field.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { ALL, cardsOf, dealRest, without } from '../../parts/hands/cards.js';
import { Entry } from '../../parts/hands/entry.js';
import { Colours } from '../../parts/hands/signs.js';
import { Bidding } from './bidding.js';
import { Hidden } from './hidden.js';
import { FIELDS, askDeals } from './read.js';
import { dealFor, toLin, toPbn } from './write.js';

// Returns the editing of a question. A deal that is not the one before takes neither its contract nor its play along. The
// boards of the last text can be chosen.
export function useEdit(session, question, deal) {
  const boards = useSignal(null), said = useSignal(''), last = useRef(0); // number of the last text: a slow answer must not replace a later one
  const own = typeof question === 'object' && !question.record && !question.text ? question : { ...Object.fromEntries(FIELDS.filter((name) => deal[name] !== undefined).map((name) => [name, deal[name]])), deal: dealFor(deal.held) };
  const leave = () => { if (session.view.peek().at !== undefined) session.look({ cards: undefined, at: undefined }); }; // the play
  const ask = (more) => {
    leave();
    session.change(Object.fromEntries(Object.entries({ ...own, ...more }).filter(([, value]) => value !== undefined)));
  };
  const choose = (all, at) => {
    const { held, ...members } = all[at], { job } = own;
    boards.value = all.length > 1 ? { boards: all, at } : null;
    said.value = t('{count} cards dealt.', { count: Object.keys(held).length });
    leave();
    session.change({ ...(job && { job }), deal: dealFor(held), ...members }, { push: true });
  };
  const read = async (text) => {
    const turn = ++last.current;
    try {
      const found = await askDeals(text);
      if (turn === last.current) choose(found, found.findIndex(Boolean));
    } catch (error) {
      toast(`${t('No deal found in this text.')} ${t(error.message)}`, { bad: true });
    }
  };
  useIntake(read);
  const past = { undo() { leave(); session.undo(); }, redo() { leave(); session.redo(); }, past: session.past.value, future: session.future.value };
  return { ask, past, read, boards, said, choose, own, another: (held) => choose([{ held }], 0), give: (held) => ask({ deal: dealFor(held), play: undefined }) };
}

// The choice among the boards of a text; null stands for a board that could not be read.
export const Boards = ({ edit: { boards: { value }, choose } }) => value && html`<p class="notice"><span role="status">${t('This text has {count} boards. Board {number} is shown.', { count: value.boards.length, number: value.at + 1 })}</span>
  <label>${t('Board number')} <select onChange=${({ target }) => choose(value.boards, Number(target.value))}>${value.boards.map((board, i) => html`<option key=${i} value=${i} disabled=${!board} selected=${i === value.at}>${board ? i + 1 : t('{number}: unreadable', { number: i + 1 })}</option>`)}</select></label></p>`;

function Cards({ edit, deal, hidden, seat }) {
  const left = ALL.length - Object.keys(deal.held).length;
  return html`<${Entry} held=${deal.held} change=${edit.give} seat=${seat} hidden=${hidden} said=${(text) => { edit.said.value = text; }} />
    <div class="row tight"><button type="button" class="quiet" onClick=${() => edit.another(dealRest({}))}>${t('Deal at random')}</button>
      ${left > 0 && html`<button type="button" class="quiet" onClick=${() => edit.give(dealRest(deal.held))}>${t('Deal the rest')}</button>`}
      <button type="button" class="quiet" onClick=${() => edit.another({})}>${t('Clear')}</button><${Colours} /></div>
    <div class="row tight"><button type="button" class="quiet" onClick=${() => openFile('.pbn,.lin,.txt,.json,text/*', edit.read)}>${t('Open a file…')}</button>
      <${Menu} name=${t('Copy')} items=${[['PBN', () => copy(toPbn(deal.held))], ['LIN', () => copy(toLin(deal.held, deal.dealer))], [t('as a link'), () => copy(location.href)], [t('as JSON'), () => copy(JSON.stringify(edit.own))]]} /></div>
    <p class="hint">${t('Paste PBN, LIN, links, hands or JSON anywhere on this page, or drop a file.')}</p>`;
}

// Cards on the table leave the hands.
function Played({ edit: { own, ask }, deal }) {
  const cards = (label, hint, value, change) => html`<${Field} label=${label} hint=${hint} value=${(cardsOf(value) ?? []).join(' ')} read=${(text) => {
    const read = cardsOf(text);
    if (read) change(read.length ? read : undefined);
    return !!read;
  }} />`;
  return html`${cards(t('On the table'), t('The trick in progress, from its leader; such as SA S3.'), own.trick, (read) => ask({ trick: read, ...(read && { deal: dealFor(without(deal.held, read)) }) }))}
    ${cards(t('The played hand'), t('All cards in the order played, to find the mistakes.'), own.play, (play) => ask({ play }))}`;
}

// table: tricks by declarer, if they are known
export function Edit({ edit, deal, setting, hidden, table }) {
  const tab = useSignal('cards'), seat = useSignal('N'), { own, ask } = edit;
  const tabs = [{ id: 'cards', name: t('Deal') }, { id: 'contract', name: t('Contract') }, { id: 'played', name: t('Played cards') }, { id: 'hidden', name: t('Hidden hands') }];
  return html`<${Tabs} tabs=${tabs} now=${tab.value} choose=${(id) => { tab.value = id; }} label=${t('The question')}><div class="edit">
    ${tab.value === 'cards' ? html`<${Cards} edit=${edit} deal=${deal} hidden=${hidden} seat=${seat} />`
      : tab.value === 'contract' ? html`<${Bidding} question=${own} setting=${setting} held=${deal.held} ask=${ask} table=${table} />`
      : tab.value === 'played' ? html`<${Played} edit=${edit} deal=${deal} />`
      : html`<${Hidden} question=${own} held=${deal.held} hidden=${hidden} ask=${ask} />`}</div><//>`;
}
