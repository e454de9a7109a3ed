// The page of Hold'em has a board for each question: equities of ranges, a hand that is read, hands that are learnt from.
import { html, useMemo } from '../../app/dom.js';
import { lazy } from '../../app/lazy.js';
import { useIntake } from '../../parts/intake.js';
import { EquityPage } from './equity_page.js';
import { isHistory, isLine, problemOfText } from './line/text.js';
import { spotOf } from './spot.js';
import '../../parts/hands/cards.css';
import './holdem.css';

const LearnPage = lazy(async () => (await import('./learn/page.js')).LearnPage);
const LinePage = lazy(async () => (await import('./line/page.js')).LinePage);

export function Page({ session, kind }) {
  const open = session.state.value === 'editing' || session.state.value === 'refused', given = open ? session.problem.value : session.asked.value ?? session.problem.value;
  const problem = useMemo(() => (typeof given === 'string' ? spotOf(given) ?? (isHistory(given) ? problemOfText(given) : {}) : given), [given]);
  useIntake((text) => {
    const found = isHistory(text) ? problemOfText(text) : spotOf(text);
    if (found) session.change(found, { push: true });
  });
  const Board = problem?.learn ? LearnPage : isLine(problem) ? LinePage : EquityPage;
  return html`<${Board} session=${session} kind=${kind} problem=${problem} />`;
}
