// The page of imperfect information: a decision in tables, or a small game.
import { html, useMemo } from '../../app/dom.js';
import { lazy } from '../../app/lazy.js';
import { useIntake } from '../../parts/intake.js';
import { TablesPage } from './tables_page.js';
import { tablesOf } from './tables.js';
import './imperfect.css';

const GamePage = lazy(async () => (await import('./game_page.js')).GamePage);

export function Page({ session, kind }) {
  const state = session.state.value, asked = state === 'editing' || state === 'refused' ? session.problem.value : session.asked.value ?? session.problem.value, tables = useMemo(() => tablesOf(asked), [asked]);
  useIntake((text) => { if (/^\s*EFG\b/.test(text)) session.change(text, { push: true }); });
  return tables ? html`<${TablesPage} session=${session} kind=${kind} tables=${tables} />` : html`<${GamePage} session=${session} kind=${kind} problem=${asked} />`;
}
