// The editor of a deal: picked, pasted or dealt at random; the contract or strain; the tasks.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { link, place } from '../../app/router.js';
import { toast } from '../../app/ui/toast.js';
import { useBusy } from '../../parts/busy.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { useHistory } from '../../parts/history.js';
import { SEATS, after, cardsOf, dealRest, sizes } from '../../parts/hands/cards.js';
import { Table } from '../../parts/hands/table.js';
import { examples } from './examples.js';
import { Game } from './game.js';
import { Hidden } from './hidden.js';
import { Entry } from '../../parts/hands/entry.js';
import { settingOf } from './play.js';
import { askDeals, dealOf, readDeal, useDealOf } from './read.js';
import { Colours, seatName } from '../../parts/hands/signs.js';
import { dealFor, toLin, toPbn } from './write.js';
import './bridge.css';

function useDeal(problem) {
  const past = useHistory(problem);
  const deal = useDealOf(problem.value) ?? { held: {} };
  const ask = (more) => past.change(Object.fromEntries(Object.entries({ ...problem.peek(), ...more }).filter(([, value]) => value !== undefined)));
  // Another deal: nothing of the previous one remains, no contract and no question. A text may contain more than hands.
  const setDeal = ({ held, ...members }) => {
    const { job } = problem.peek();
    past.change({ ...(job && { job }), deal: dealFor(held), ...members });
  };
  const shared = place.value.query.get('deal');
  useEffect(() => {
    const read = shared && readDeal(shared);
    if (read) setDeal(read);
  }, [shared]);
  return { ...past, deal, ask, setDeal, change: (held) => ask({ deal: dealFor(held), record: undefined, text: undefined, play: undefined }) };
}

// Returns the fault of the hands in words; '' if they can be submitted.
function faultOf(held, { leader, trick }, hidden, { play, samples }) {
  const count = sizes(held), seen = SEATS.filter((seat) => !hidden.includes(seat));
  if (!seen.some((seat) => count[seat])) return t('No card is dealt yet.');
  const toPlay = leader && after(leader, trick.length);
  if (hidden.includes(toPlay) && !play?.length) return t('{seat} is to play: that hand must be visible.', { seat: seatName(toPlay) });
  if (hidden.length) return '';
  if (samples > 0) return t('Select the hidden hands.');
  const most = Math.max(...seen.map((seat) => count[seat]));
  const short = seen.filter((seat) => count[seat] < most).length;
  return short > 3 || (short > 0 && short !== trick.length) ? t('All hands need the same number of cards, one less after they have played to the trick.') : '';
}

// Returns the problem to be posted. `tricks` are sent only for a score, which then needs no deal.
function wanted({ tricks, want: before, deal, ...rest }, want, fault) {
  const given = want === 'score' && tricks !== undefined;
  return { ...rest, ...(!(given && fault) && { deal }), ...(given && { tricks }), ...(want && { want }) };
}

function Tasks({ problem, fault, setting, whole, submit }) {
  const [busy, post] = useBusy(submit);
  const { samples, play, tricks } = problem.value;
  const button = (text, want, off, first) => html`<button type="button" class=${first ? '' : 'second'} aria-busy=${busy} disabled=${off} onClick=${() => post(wanted(problem.peek(), want, fault))}>${text}</button>`;
  if (samples > 0) return html`<div class="row">${button(t('Deal and average'), undefined, !!fault || !setting.leader, true)}</div>
    ${!setting.leader && html`<p class="hint">${t('Averages need a contract and its declarer, or a strain and a leader.')}</p>`}`;
  return html`<div class="row">${button(whole ? t('Table and par') : t('Table'), whole ? ['table', 'par'] : ['table'], !!fault || setting.trick.length > 0, true)}
      ${button(t('Cards and line'), ['card', 'line'], !!fault || !setting.leader)}
      ${button(t('Analyse the play'), ['play'], !!fault || !setting.leader || !play?.length)}
      ${button(t('Score'), 'score', !setting.contract?.declarer || (tricks === undefined && (!!fault || !whole)))}</div>
    ${!setting.leader && html`<p class="hint">${t('Cards, line and play need a contract and its declarer, or a strain and a leader.')}</p>`}`;
}

function Sharing({ deal, problem, change, another, importText, set }) {
  const address = () => `${location.origin}${location.pathname}${link(place.value.path, { deal: toPbn(deal.held) })}`;
  return html`<div class="row tight">
    <button type="button" class="quiet" onClick=${() => another(dealRest({}))}>${t('Deal at random')}</button>
    ${Object.keys(deal.held).length < 52 && html`<button type="button" class="quiet" onClick=${() => change(dealRest(deal.held))}>${t('Deal the rest')}</button>`}
    <button type="button" class="quiet" onClick=${() => another({})}>${t('Clear')}</button>
    <${Menu} name=${t('Examples')} items=${examples.map(([name, example]) => [t(name), () => set(example)])} />
    <button type="button" class="quiet" onClick=${() => openFile('.pbn,.lin,.txt,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), () => copy(address())], ['PBN', () => copy(toPbn(deal.held))], ['LIN', () => copy(toLin(deal.held, deal.dealer))],
      [t('as JSON'), () => copy(JSON.stringify(problem.value))],
      [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/bridge`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem.value) }))]]} />
  </div>`;
}

// The choice among the boards of a text; null stands for a board that could not be read.
const Boards = ({ boards, at, choose }) => html`<p class="notice"><span role="status">${t('This text has {count} boards. Board {number} is shown.', { count: boards.length, number: at + 1 })}</span>
  <label>${t('Board number')} <select onChange=${({ target }) => choose(boards, Number(target.value))}>${boards.map((board, i) => html`<option key=${i} value=${i} disabled=${!board} selected=${i === at}>${board ? i + 1 : t('{number}: unreadable', { number: i + 1 })}</option>`)}</select></label></p>`;

export function Editor({ problem, submit }) {
  const { deal, ask, setDeal, change, change: give, undo, redo, past, future } = useDeal(problem);
  const seat = useSignal('N'), announcement = useSignal('');
  const setting = settingOf(problem.value), { samples, known } = problem.value;
  const hidden = samples > 0 ? SEATS.filter((one) => !(known ?? SEATS.filter((other) => sizes(deal.held)[other])).includes(one)) : [];
  const boards = useSignal(null), last = useRef(0); // number of the last text: a slow answer must not replace a later one
  const choose = (all, at) => {
    boards.value = all.length > 1 ? { boards: all, at } : null;
    announcement.value = t('{count} cards dealt.', { count: Object.keys(all[at].held).length });
    setDeal(all[at]);
  };
  const another = (held) => choose([{ held }], 0);
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
  const keydown = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  };
  const begun = cardsOf(setting.trick) ?? [], fault = faultOf(deal.held, { ...setting, trick: begun }, hidden, problem.value);
  const full = Object.values(sizes(deal.held)).every((count) => count === 13 || count === 0);
  return html`<div class="bridge editor">
    <div class="bridge-board" onKeyDown=${keydown}>
      <${Table} held=${deal.held} dealer=${deal.dealer} vulnerable=${deal.vulnerable} declarer=${setting.contract?.declarer} leader=${setting.leader} full=${full} none=${full && t('not seen')}
        trick=${setting.leader ? begun.map((card, i) => ({ seat: after(setting.leader, i), card })) : []} />
      <${Entry} held=${deal.held} change=${give} seat=${seat} hidden=${hidden} said=${(text) => { announcement.value = text; }} />
      <div class="row tight">
        <button type="button" class="quiet" aria-disabled=${!past.length} onClick=${undo}>↶ ${t('Undo')}</button>
        <button type="button" class="quiet" aria-disabled=${!future.length} onClick=${redo}>↷ ${t('Redo')}</button><${Colours} /></div>
    </div>
    <div class="side">
      <${Game} problem=${problem} setting=${setting} held=${deal.held} ask=${ask} />
      <${Tasks} problem=${problem} fault=${fault} setting=${setting} whole=${Object.keys(deal.held).length === 52} submit=${submit} />
      ${fault && html`<p class="notice warn" role="status">${fault}</p>`}
      <${Hidden} problem=${problem} held=${deal.held} hidden=${hidden} ask=${ask} />
      ${boards.value && html`<${Boards} ...${boards.value} choose=${choose} />`}
      <${Sharing} deal=${deal} problem=${problem} change=${change} another=${another} importText=${read} set=${(example) => choose([{ ...dealOf(example), ...example }], 0)} />
      <p class="hint">${t('Paste PBN, LIN, links, hands or JSON anywhere on this page, or drop a file.')}</p>
    </div>
    <span class="visually-hidden" role="status">${announcement.value}</span></div>`;
}
