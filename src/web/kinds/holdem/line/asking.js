// The question of a hand that is read: the text, whose cards are sought, our own cards, and what a line does not say.
import { html, useId } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { Field } from '../../../parts/field.js';
import { textOfAll } from '../cards.js';
import { Cards } from '../picker.js';
import { countOf, rangeOf } from '../range.js';
import { heroCards, priorOf } from './grid.js';
import { Opponent } from './opponent.js';
import { amountsOf, nameIn, playersOf, problemOfText, textOf } from './text.js';

// change(problem): replaces the problem; absent: it is only read. pointer: the member that the server refuses.
export function HandText({ problem, change, pointer }) {
  const text = textOf(problem), bad = /^\/(line|hand)/.test(pointer);
  const read = ({ target }) => target.value !== text && change(problemOfText(target.value, problem));
  return html`<textarea class="hand-text" rows="3" aria-label=${t('A line of actions, or a hand history')} value=${text} readonly=${!change} spellcheck=${false} autocapitalize="off" autocomplete="off"
    aria-invalid=${bad ? 'true' : undefined} placeholder="p3 cbr 250; p4 f; p5 cc; …" onChange=${read}></textarea>`;
}

function Choice({ label, names, value, none, choose, refused }) {
  const id = useId();
  return html`<span class="choice"><label for=${id}>${label}</label><select id=${id} disabled=${!choose} aria-invalid=${refused ? 'true' : undefined} value=${value ?? ''} onChange=${({ target }) => choose(target.value || undefined)}>
    ${none && html`<option value="">${none}</option>`}${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></span>`;
}

export function Who({ problem, names, change, pointer, known }) {
  const of = nameIn(names, problem.of), hero = nameIn(names, problem.hero?.player), cards = heroCards(problem);
  const chooseOf = (name) => change({ ...problem, of: name, ...(name === hero && { hero: undefined }) });
  const chooseHero = (name) => change({ ...problem, hero: name && { ...problem.hero, player: name } });
  return html`<div class="table-line"><${Choice} label=${t('Whose cards?')} names=${names} value=${of} choose=${change && chooseOf} refused=${pointer === '/of'} />
    <${Choice} label=${t('We are')} names=${names.filter((name) => name !== of)} value=${hero} none=${t('not in it')} choose=${change && chooseHero} refused=${pointer === '/hero/player'} />
    ${(hero || cards.length > 0) && html`<${Cards} label=${t('Our cards')} cards=${cards} most=${2} taken=${new Set(known)} hint="AhKd" refused=${pointer === '/hero/cards'}
      change=${change && ((list) => change({ ...problem, hero: { player: hero, ...(list.length && { cards: textOfAll(list) }) } }))} />`}</div>`;
}

const shown = (value) => (value === undefined ? '' : Array.isArray(value) ? value.join(' ') : String(value));

// What a hand history says itself: the table. It is folded, because the usual values suffice for most lines.
export function Table({ problem, change, pointer }) {
  const put = (name, value) => { change({ ...problem, [name]: value }); return true; };
  const read = (name, of) => (text) => { const value = text.trim() ? of(text) : undefined; return !text.trim() || value !== undefined ? put(name, value) : false; };
  const range = html`<${Field} label=${t('Starting range')} hint=${t('{count} combos before the first action; draw in the grid to change them.', { count: number(countOf(priorOf(problem) ?? [], new Set(heroCards(problem)))) })} value=${problem.range ?? 'random'}
    read=${(text) => { if (text.trim() && !rangeOf(text)) return false; return put('range', !text.trim() || /^(random|any|\*)$/i.test(text.trim()) ? undefined : text.trim()); }} />`;
  const model = html`<${Opponent} problem=${problem} change=${change} refused=${pointer === '/opponent'} />`;
  if (problem.hand !== undefined) return html`<div class="stakes">${range}${model}</div>`;
  return html`<div class="stakes">${range}${model}
    <details class="setting" open=${/^\/(players|stacks|blinds|antes)/.test(pointer)}><summary>${t('The table')}</summary><div class="stakes">
      <${Field} label=${t('Players')} hint=${t('Their number, or their names from the small blind on.')} value=${Array.isArray(problem.players) ? problem.players.join(', ') : shown(problem.players)} read=${read('players', playersOf)} />
      <${Field} label=${t('Blinds')} hint=${t('50 100 if empty.')} value=${shown(problem.blinds)} read=${read('blinds', (text) => [amountsOf(text)].find((found) => Array.isArray(found) && found.length === 2))} />
      <${Field} label=${t('Stacks')} hint=${t('One for all, or one for each; 100 big blinds if empty.')} value=${shown(problem.stacks)} read=${read('stacks', amountsOf)} />
      <${Field} label=${t('Antes')} hint=${t('0 if empty.')} value=${shown(problem.antes)} read=${read('antes', amountsOf)} /></div></details></div>`;
}
