// The question: cards each, suits and trump, the leader, the method, cards that were played; typed, pasted, dealt, copied.
import { copy } from '../../app/ui/copy.js';
import { html, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { toast } from '../../app/ui/toast.js';
import { Field } from '../../parts/field.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { suitName } from '../../parts/hands/signs.js';
import { methodName, methods } from './compare.js';
import { DRAWN, counts, problemOf, randomDeal, readDeal, readPlay, resize, wordOf } from './deal.js';

const TABULATED = 14; // orders for which the server has a distribution

// Returns the members of a problem other than its deal; a play belongs to the deal on which it was played.
function restOf(problem, same) {
  const { a, b, suits, trump, leader, distribution, play, ...rest } = problem;
  return same && play ? { ...rest, play } : rest;
}

// Returns the editing of a question. change(deal, same): same: the cards stay where they are.
export function useEdit(session, question, deal) {
  const said = useSignal(''), own = typeof question === 'object' ? question : problemOf(deal);
  const leave = () => { if (session.view.peek().at !== undefined) session.look({ cards: undefined, at: undefined }); }; // the play
  const put = (next, options) => {
    leave();
    session.change(next, options);
  };
  const change = (next, same, options) => put({ ...problemOf(next), ...restOf(own, same) }, options);
  const read = (text) => {
    const found = readDeal(text);
    if (!found) return toast(t('No deal found in this text.'), { bad: true });
    said.value = t('{a} and {b} cards.', counts(found));
    return change(found, false, { push: true });
  };
  useIntake(read);
  const past = { undo() { leave(); session.undo(); }, redo() { leave(); session.redo(); }, past: session.past.value, future: session.future.value };
  return { own, past, change, read, said, ask: (more) => put(Object.fromEntries(Object.entries({ ...own, ...more }).filter(([, value]) => value !== undefined))) };
}

function Shape({ deal, change }) {
  const { a, b } = counts(deal), order = Math.ceil((a + b) / 2), many = deal.suits[0].name ? deal.suits.length : 1;
  return html`<div class="row">
    <label>${t('Cards each')} <input type="number" class="narrow" min="1" max=${DRAWN} value=${order}
      onChange=${({ target }) => { if (target.validity.valid && target.value) change(resize(deal, Number(target.value))); }} /></label>
    <label>${t('Suits')} <select onChange=${({ target }) => change(randomDeal(order, Number(target.value)))}>${[1, 2, 3, 4].map((n) => html`<option value=${n} selected=${n === many}>${n}</option>`)}</select></label>
    ${many > 1 && html`<label>${t('Trump')} <select onChange=${({ target }) => change({ ...deal, trump: target.value || null }, true)}>
      <option value="" selected=${!deal.trump}>${t('none')}</option>${deal.suits.map(({ name }) => html`<option value=${name} selected=${deal.trump === name}>${suitName(name)}</option>`)}</select></label>`}
    <label>${t('Leader')} <select onChange=${({ target }) => change({ ...deal, leader: target.value }, true)}>${['a', 'b'].map((name) => html`<option value=${name} selected=${deal.leader === name}>${name}</option>`)}</select></label>
  </div>`;
}

function Typed({ deal, question, change, ask }) {
  const one = !deal.suits[0].name;
  const word = (text) => {
    const read = readDeal(text);
    if (read) change(read.leader === deal.leader || /:/.test(text) ? read : { ...read, leader: deal.leader });
    return !!read;
  };
  const play = (text) => {
    const read = readPlay(text, !one);
    if (read) ask({ play: read.length ? read : undefined });
    return !!read;
  };
  return html`<div class="typed">
    ${one && html`<${Field} label=${t('Word or hands')} hint=${t('Owners from the highest card to the lowest, such as abba, or a: 8 5 4 1 b: 7 6 3 2.')} value=${wordOf(deal.suits[0].cards)} read=${word} />`}
    <${Field} label=${t('Played cards')} hint=${one ? t('In the order played, to see what each mistake cost.') : t('In the order played, such as S14 S12, to see what each mistake cost.')}
      value=${(question.play ?? []).map((card) => (one ? card : `${card.suit}${card.card}`)).join(' ')} read=${play} /></div>`;
}

function Method({ question, ask }) {
  const { method = 'auto', confirm = false } = question;
  return html`<div class="row">
    <label>${t('Method')} <select onChange=${({ target }) => ask({ method: target.value === 'auto' ? undefined : target.value })}>${methods.map((name) => html`<option value=${name} selected=${name === method}>${methodName(name)}</option>`)}</select></label>
    <label><input type="checkbox" checked=${confirm} onChange=${({ target }) => ask({ confirm: target.checked || undefined })} /> ${t('Confirm by search')}</label></div>`;
}

// The buttons that ask.
export function Tasks({ edit, deal, session }) {
  const { a, b } = counts(deal), one = !deal.suits[0].name, even = a === b && a > 0, { own } = edit;
  const button = (text, what, off) => html`<button type="button" class=${text === t('Solve') ? '' : 'second'} disabled=${!even || off} onClick=${() => session.ask(what())}>${text}</button>`;
  return html`${button(t('Solve'), () => ({ ...own, compare: undefined }))}
    ${one && button(t('Compare methods'), () => ({ ...own, compare: true }))}
    ${one && button(t('Distribution'), () => ({ ...problemOf(deal), distribution: {}, leads: false, line: false }), a > TABULATED)}`;
}

// What keeps the deal from being submitted, in words.
export function faultText(deal) {
  const { a, b } = counts(deal);
  return a !== b ? t('a has {a} cards and b has {b}: two hands need the same number.', { a: number(a), b: number(b) }) : a ? '' : t('No card is dealt yet.');
}

function Sharing({ deal, edit: { own, read, change } }) {
  const one = !deal.suits[0].name, order = Math.max(1, counts(deal).a), many = one ? 1 : deal.suits.length;
  return html`<div class="row tight">
    <button type="button" class="quiet" onClick=${() => change({ ...randomDeal(Math.min(order, DRAWN), many), leader: deal.leader }, false, { push: true })}>${t('Deal at random')}</button>
    <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', read)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), () => copy(location.href)], ...(one && !deal.large ? [[t('as text'), () => copy(`${deal.leader}: ${wordOf(deal.suits[0].cards)}`)]] : []), [t('as JSON'), () => copy(JSON.stringify(own))]]} />
  </div>`;
}

export function Edit({ edit, deal }) {
  const { a, b } = counts(deal), drawn = Math.max(a, b) <= DRAWN;
  return html`<div class="edit">${drawn && html`<${Shape} deal=${deal} change=${edit.change} />`}<${Method} question=${edit.own} ask=${edit.ask} />
    ${drawn && html`<${Typed} deal=${deal} question=${edit.own} change=${edit.change} ask=${edit.ask} />`}<${Sharing} deal=${deal} edit=${edit} />
    <p class="hint">${t('Paste a word, hands or JSON anywhere on this page, or drop a file.')}</p></div>`;
}
