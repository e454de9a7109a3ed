// The page of Hold'em has a board for each question: equities of ranges, a hand that is read, hands that are learnt from.
import { html } from '../../app/dom.js';
import { lazy } from '../../app/lazy.js';
import { useIntake } from '../../parts/intake.js';
import { EquityPage } from './equity_page.js';
import { isHistory, isLine, problemOfText } from './line/text.js';
import '../../parts/hands/cards.css';
import './holdem.css';

const LearnPage = lazy(async () => (await import('./learn/page.js')).LearnPage);
const LinePage = lazy(async () => (await import('./line/page.js')).LinePage);

export function Page({ session, kind }) {
  const open = session.state.value === 'editing' || session.state.value === 'refused', problem = open ? session.problem.value : session.asked.value ?? session.problem.value;
  useIntake((text) => { if (isHistory(text)) session.change(problemOfText(text), { push: true }); });
  const Board = problem?.learn ? LearnPage : isLine(problem) ? LinePage : EquityPage;
  return html`<${Board} session=${session} kind=${kind} problem=${problem} />`;
}
