// The page of bridge: the deal on the table, where it is dealt, played and answered.
import { html, useMemo, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { sizes } from '../../parts/hands/cards.js';
import { bySide } from '../../parts/hands/play.js';
import { PlayButtons, boardKeys } from '../../parts/hands/record.js';
import { ContractLine } from '../../parts/hands/bidding.js';
import { Table } from '../../parts/hands/table.js';
import { Surface } from '../../surface/surface.js';
import { Answer, Found, Played } from './answer.js';
import { Boards, Edit, useEdit } from './edit.js';
import { usePlay } from './playing.js';
import { faultOf, gameOf, hiddenOf, posted, settingOf, toPlayOf, wantOf } from './question.js';
import { dealOf, useDealOf } from './read.js';
import { toPbn } from './write.js';
import { faultText, labelsOf, playText, verdictOf } from './words.js';
import './bridge.css';

// Returns the deal without the unseen hands, even if the problem gives the cards that they hold together.
function seenOf(question, result, read) {
  const deal = dealOf(result) ?? read ?? { held: {} };
  if (!question?.samples || !question.known) return deal;
  return { ...deal, held: Object.fromEntries(Object.entries(deal.held).filter(([, seat]) => question.known.includes(seat))) };
}

// Returns the trick in the middle: the one in progress, else the last one until the next card.
function trickOf({ trick, tricks }, costs) {
  const last = tricks.at(-1), shown = trick.length ? trick : last?.cards ?? [];
  return { trick: shown.map((one) => ({ ...one, cost: costs?.[one.at]?.cost })), winner: trick.length ? undefined : last?.winner };
}

export function Page({ session, kind }) {
  const state = session.state.value, open = state === 'editing' || state === 'refused', question = open ? session.problem.value : session.asked.value ?? session.problem.value;
  const result = session.answer.value, progress = session.job.value?.progress, read = useDealOf(question);
  const deal = useMemo(() => (open ? read ?? { held: {} } : seenOf(question, result, read)), [question, result, read, open]);
  const setting = useMemo(() => settingOf(result?.strain ? result : read ?? question), [question, result, read]);
  const hidden = hiddenOf(question, deal.held), fault = faultOf(deal.held, setting, hidden, question);
  const game = useMemo(() => gameOf(deal.held, setting, hidden, question), [deal, setting, question]);
  const playing = usePlay(session, result?.play?.map(({ card }) => card) ?? question.play ?? read?.play, game, setting, result?.cards), { record, position, worth, active } = playing;
  const edit = useEdit(session, question, deal), want = wantOf(edit.own, deal.held, fault), tables = useRef({}); // deal -> its tricks by declarer, as far as they were answered
  if (result?.table) tables.current[toPbn(deal.held)] = result.table;
  const full = Object.values(sizes(deal.held)).every((count) => count === 13 || count === 0), said = active && playText(position, game, setting, worth);
  const shown = position ?? { held: deal.held, trick: setting.leader ? setting.trick.map((card) => ({ card })) : [], tricks: [] };
  const moves = result?.play?.every(({ card }, i) => card === record?.cards[i]) ? result.play : undefined; // unless another card was played
  const best = worth && [...worth].find(([, one]) => one.best)?.[0];
  const board = html`<div onKeyDown=${boardKeys(playing, edit.past)}><${Table} held=${shown.held} dealer=${full ? deal.dealer : undefined} vulnerable=${deal.vulnerable} declarer=${setting.contract?.declarer} leader=${setting.leader}
    toPlay=${active ? position.toPlay : toPlayOf(setting)} full=${full} none=${full || hidden.length ? t('not seen') : undefined} values=${labelsOf(worth)} legal=${position?.legal} play=${game && !busy(state) ? playing.put : undefined} back=${playing.back}
    ...${trickOf(shown, moves)} info=${html`<p><${ContractLine} ...${setting} /></p>${active && html`<p class="num">${t('North-South {ns}, East-West {ew}', bySide(position.won))}</p>`}`} /></div>`;
  const playable = game && !busy(state), actions = html`${open && html`<button type="button" disabled=${want === null} onClick=${() => session.ask(posted(edit.own, want))}>${question.samples > 0 ? t('Deal and average') : t('Analyse')}</button>`}
    <${PlayButtons} playing=${playable ? playing : {}} past=${open ? edit.past : undefined} best=${best} />`;
  const begun = record?.at > 0, details = useMemo(() => result && html`<${Answer} result=${result} setting=${setting} begun=${begun} play=${playable ? playing.change : undefined} />`, [result, setting, begun, !playable]); // not drawn anew for each card
  return html`<${Surface} session=${session} kind=${kind} className="bridge" board=${board} actions=${actions} verdict=${active ? said : result && verdictOf(result, setting)}
      status=${active ? said.text : faultText(fault) || (want ? t('Click a card to play it, or ask for the whole analysis.') : t('Choose a contract and its declarer, or a strain and a leader.'))}
      progress=${progress?.samples && { text: t('{deals} of {samples} deals so far.', { deals: progress.deals, samples: progress.samples }), value: progress.deals / progress.samples }}>
    <${Boards} edit=${edit} />
    ${playing.refused && html`<p class="notice bad">${t(playing.refused)}</p>`}
    ${game && html`<${Played} game=${game} setting=${setting} playing=${playing} moves=${moves} />`}
    ${result ? details : progress && html`<${Found} progress=${progress} setting=${setting} />`}
    ${open && html`<${Edit} edit=${edit} deal=${deal} setting=${setting} hidden=${hidden} table=${tables.current[toPbn(deal.held)]} />`}
    <span class="visually-hidden" role="status">${edit.said.value}</span><//>`;
}

const busy = (state) => state === 'asking' || state === 'waiting';
