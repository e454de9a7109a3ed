// The editor of a deal: cards are assigned to a or b on the rank line, typed as a word or as hands, pasted, or dealt at
// random.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { html, useEffect, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { link, place } from '../../app/router.js';
import { toast } from '../../app/ui/toast.js';
import { useBusy } from '../../parts/busy.js';
import { Field } from '../../parts/field.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { useHistory } from '../../parts/history.js';
import { methodName, methods } from './compare.js';
import { DRAWN, counts, dealOf, problemOf, randomDeal, readDeal, readPlay, resize, wordOf } from './deal.js';
import { examples } from './examples.js';
import { DealRanks, Legend, suitNames } from './ranks.js';
import './whist.css';

const TABULATED = 14; // orders for which the server has a distribution

// Returns the members of a problem other than its deal; a play belongs to the deal on which it was played.
function restOf(problem, same) {
  const { a, b, suits, trump, leader, distribution, play, ...rest } = problem;
  return same && play ? { ...rest, play } : rest;
}

function useDeal(problem) {
  const past = useHistory(problem);
  const deal = dealOf(problem.value) ?? randomDeal(5);
  const change = (next, same) => past.change({ ...problemOf(next), ...restOf(problem.peek(), same) });
  const shared = place.value.query.get('deal');
  useEffect(() => {
    const read = shared && readDeal(shared);
    if (read) change(read);
    else if (!dealOf(problem.peek())) problem.value = { ...problemOf(deal), ...restOf(problem.peek()) };
  }, [shared]);
  return { ...past, set: past.change, deal, change, ask: (more) => past.change({ ...problem.peek(), ...more }) };
}

// ---- the parts ----

function Shape({ deal, change }) {
  const { a, b } = counts(deal), order = Math.ceil((a + b) / 2), many = deal.suits[0].name ? deal.suits.length : 1;
  return html`<div class="row">
    <label>${t('Cards each')} <input type="number" class="narrow" min="1" max=${DRAWN} value=${order}
      onChange=${({ target }) => { if (target.validity.valid && target.value) change(resize(deal, Number(target.value))); }} /></label>
    <label>${t('Suits')} <select onChange=${({ target }) => change(randomDeal(order, Number(target.value)))}>${[1, 2, 3, 4].map((n) => html`<option value=${n} selected=${n === many}>${n}</option>`)}</select></label>
    ${many > 1 && html`<label>${t('Trump')} <select onChange=${({ target }) => change({ ...deal, trump: target.value || null }, true)}>
      <option value="" selected=${!deal.trump}>${t('none')}</option>${deal.suits.map(({ name }) => html`<option value=${name} selected=${deal.trump === name}>${suitNames()[name]}</option>`)}</select></label>`}
    <label>${t('Leader')} <select onChange=${({ target }) => change({ ...deal, leader: target.value }, true)}>${['a', 'b'].map((name) => html`<option value=${name} selected=${deal.leader === name}>${name}</option>`)}</select></label>
  </div>`;
}

function Typed({ deal, problem, change, ask }) {
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
      value=${(problem.value.play ?? []).map((card) => (one ? card : `${card.suit}${card.card}`)).join(' ')} read=${play} /></div>`;
}

function Method({ problem, ask }) {
  const { method = 'auto', confirm = false } = problem.value;
  return html`<div class="row">
    <label>${t('Method')} <select onChange=${({ target }) => ask({ method: target.value === 'auto' ? undefined : target.value })}>${methods.map((name) => html`<option value=${name} selected=${name === method}>${methodName(name)}</option>`)}</select></label>
    <label><input type="checkbox" checked=${confirm} onChange=${({ target }) => ask({ confirm: target.checked || undefined })} /> ${t('Confirm by search')}</label></div>`;
}

function Tasks({ deal, problem, submit }) {
  const [busy, post] = useBusy(submit);
  const { a, b } = counts(deal), one = !deal.suits[0].name, even = a === b && a > 0;
  const asked = (more) => ({ ...problem.peek(), ...more });
  const button = (text, what, off) => html`<button type="button" class=${text === t('Solve') ? '' : 'second'} aria-busy=${busy} disabled=${!even || off} onClick=${() => post(what())}>${text}</button>`;
  return html`<div class="row">${button(t('Solve'), () => asked({ compare: undefined }))}
    ${one && button(t('Compare methods'), () => asked({ compare: true }))}
    ${one && button(t('Distribution'), () => ({ ...problemOf(deal), distribution: {}, leads: false, line: false }), a > TABULATED)}</div>
    ${!even && html`<p class="notice warn" role="status">${t('a has {a} cards and b has {b}: two hands need the same number.', { a: number(a), b: number(b) })}</p>`}`;
}

function Sharing({ deal, problem, change, set, importText }) {
  const one = !deal.suits[0].name;
  const address = () => `${location.origin}${location.pathname}${link(place.value.path, { deal: one ? `${deal.leader}:${wordOf(deal.suits[0].cards)}` : JSON.stringify(problemOf(deal)) })}`;
  const order = Math.max(1, counts(deal).a), many = one ? 1 : deal.suits.length;
  return html`<div class="row tight">
    <button type="button" class="quiet" onClick=${() => change({ ...randomDeal(Math.min(order, DRAWN), many), leader: deal.leader })}>${t('Deal at random')}</button>
    <${Menu} name=${t('Examples')} items=${examples.map(([name, example]) => [t(name), () => set(example)])} />
    <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[...(deal.large ? [] : [[t('as a link'), () => copy(address())]]), ...(one && !deal.large ? [[t('as text'), () => copy(`${deal.leader}: ${wordOf(deal.suits[0].cards)}`)]] : []),
      [t('as JSON'), () => copy(JSON.stringify(problem.value))],
      [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/whist`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem.value) }))]]} />
  </div>`;
}

export function Editor({ problem, submit }) {
  const { deal, change, set, ask, undo, redo, past, future } = useDeal(problem);
  const announcement = useSignal('');
  const importText = (text) => {
    const read = readDeal(text);
    if (!read) return toast(t('No deal found in this text.'), { bad: true });
    const { a, b } = counts(read);
    announcement.value = t('{a} and {b} cards.', { a, b });
    return change(read);
  };
  useIntake(importText);
  const keydown = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  };
  const { a, b } = counts(deal), drawn = Math.max(a, b) <= DRAWN;
  return html`<div class="whist editor">
    <div class="whist-board" onKeyDown=${keydown}>
      <${Legend} leader=${deal.leader} />
      ${drawn ? deal.suits.map(({ name, cards }, i) => html`<${DealRanks} key=${name} suit=${name} cards=${cards} label=${t('Cards, from the highest')}
          change=${(next) => change({ ...deal, suits: deal.suits.map((suit, at) => (at === i ? { name, cards: next } : suit)) })} />`)
        : html`<p class="notice">${t('{count} cards a hand are too many to be drawn.', { count: number(Math.max(a, b)) })}</p>`}
      <p class="hint">${t('Click a card to give it to the other hand; with the keyboard: arrows, then a or b.')}</p>
    </div>
    <div class="side">
      ${drawn && html`<${Shape} deal=${deal} change=${change} />`}
      <${Method} problem=${problem} ask=${ask} />
      <${Tasks} deal=${deal} problem=${problem} submit=${submit} />
      ${drawn && html`<${Typed} deal=${deal} problem=${problem} change=${change} ask=${ask} />`}
      <div class="row tight">
        <button type="button" class="quiet" aria-disabled=${!past.length} onClick=${undo}>↶ ${t('Undo')}</button>
        <button type="button" class="quiet" aria-disabled=${!future.length} onClick=${redo}>↷ ${t('Redo')}</button>
      </div>
      <${Sharing} deal=${deal} problem=${problem} change=${change} set=${set} importText=${importText} />
      <p class="hint">${t('Paste a word, hands or JSON anywhere on this page, or drop a file.')}</p>
    </div>
    <span class="visually-hidden" role="status">${announcement.value}</span>
  </div>`;
}
