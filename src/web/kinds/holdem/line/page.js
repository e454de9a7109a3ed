// A hand that is read: a line of actions, and the range that it leaves, which moves with each action.
import { html, useMemo } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { useUndoKeys } from '../../../parts/history.js';
import { Surface } from '../../../surface/surface.js';
import { textOfAll } from '../cards.js';
import { Decision } from '../decision.js';
import { RangeGrid } from '../grid.js';
import { textOfRange, withClass } from '../range.js';
import { Ways } from '../ways.js';
import { percent } from '../words.js';
import { Held, Steps, TopHands } from './answer.js';
import { HandText, Table, Who } from './asking.js';
import { boardAfter, heroCards, priorOf, shownAt } from './grid.js';
import { handsIn, isHistory, nameIn, namesOf, textOf } from './text.js';
import { verdictOf, whyText } from './words.js';
import './line.css';

// A signal of the position in the line; the address keeps it. The last one is where an answer opens.
const positionOf = (session, last) => ({
  get value() { return Math.min(last, Math.max(0, Number(session.view.value.step ?? last) || 0)); },
  set value(to) { session.look({ step: to === last ? undefined : String(to) }); },
  peek() { return this.value; }
});

// The question "equity" of our hand against the range that the line leaves.
const asEquity = (problem, { of, range, steps }) => ({ players: [{ range: textOfAll(heroCards(problem)) }, { range, name: of }], board: textOfAll(boardAfter(steps, steps.length)) || undefined });

export function LinePage({ session, kind, problem }) {
  const state = session.state.value, open = state === 'editing' || state === 'refused', editable = open && !session.opening.value, result = session.answer.value;
  const steps = result?.steps ?? [], at = positionOf(session, steps.length), names = useMemo(() => namesOf(problem), [problem]), of = nameIn(names, problem.of) ?? names[0], pointer = session.fault.value?.pointer ?? '';
  const shown = useMemo(() => shownAt(problem, steps, at.value), [problem, result, at.value]), change = editable ? (next) => session.change(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))) : undefined;
  useUndoKeys(session);
  const paint = change && ((hands) => {
    const text = textOfRange([...hands].reduce((weights, [hand, weight]) => withClass(weights, hand, weight), priorOf(problem)));
    change({ ...problem, range: text === 'random' ? undefined : text });
  });
  const drawing = html`<div class="holdem-board"><${Ways} session=${session} problem=${problem} />
    <${HandText} problem=${problem} change=${change} pointer=${pointer} />
    <${Who} problem=${problem} names=${names} change=${change} pointer=${pointer} known=${heroCards(problem)} />
    <${RangeGrid} ...${shown} paint=${priorOf(problem) && paint} label=${result ? t('What {name} may have', { name: of }) : t('What {name} may have before the first action', { name: of })} /></div>`;
  const heard = textOf(problem).trim(), hands = editable && isHistory(heard) ? handsIn(heard) : 1;
  return html`<${Surface} session=${session} kind=${kind} className="holdem holdem-line" board=${drawing} verdict=${result && verdictOf(result)} status=${heard ? t('Solve it: the grid will move with each action.') : t('Type a line of actions, or paste a hand history.')}
    actions=${html`${open && html`<button type="button" aria-disabled=${!heard} onClick=${() => heard && session.ask({ ...session.problem.peek(), of: session.problem.peek().of ?? of })}>${t('Solve')}</button>`}
      <button type="button" class="quiet" aria-disabled=${!session.past.value.length} onClick=${session.undo}>↶ ${t('Undo')}</button><button type="button" class="quiet" aria-disabled=${!session.future.value.length} onClick=${session.redo}>↷ ${t('Redo')}</button>`}>
    ${result && html`<${Steps} result=${result} at=${at} />`}
    ${result?.decision && html`<${Decision} decision=${result.decision} equity=${result.equity} /><button type="button" class="second turn-to" onClick=${() => session.change(asEquity(problem, result), { push: true })}>${t('Equity against this range')}</button>`}
    ${result?.no_decision && html`<p class="muted">${t('No decision:')} ${whyText(result.no_decision)}.</p>`}
    ${result?.held && html`<${Held} held=${result.held} of=${result.of} />`}
    ${result && steps[at.value - 1] && html`<${TopHands} step=${steps[at.value - 1]} />`}
    ${result && html`<p class="hint">${t('The numbers in the grid compare each hand with the likeliest one, which has 100.')} ${result.model.source === 'generic' ? t('Without a model of this player, a typical player is assumed.') : t('Hands of the model: {count}; it counts {share}.', { count: number(result.model.hands), share: percent(result.model.trust ?? 1) })}</p>`}
    ${hands > 1 && html`<p>${t('The first of {count} hands is read.', { count: number(hands) })} <button type="button" class="second turn-to" onClick=${() => session.change({ learn: { hands: heard } }, { push: true })}>${t('Learn from all of them')}</button></p>`}
    ${editable && html`<${Table} problem=${problem} change=${change} pointer=${pointer} /><p class="hint">${t('A line: actions with ; or line ends between them, such as p3 cbr 250 (bet or raise to 250), f (fold), cc (check or call), db Qh7s2d (the cards of a street). p1 is the small blind. A pasted hand history of PokerStars, PHH or ACPC is read as it is.')}</p>`}<//>`;
}
