// The page of whist: two hands on rank lines, where they are dealt, played and answered.
import { cls, html, useMemo, useRef } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { cardText } from '../../parts/hands/signs.js';
import { DealRanks, Legend, PairTrick, Ranks } from '../../parts/hands/ranks.js';
import { useKeptFocus } from '../../parts/hands/focus.js';
import { PlayButtons, boardKeys } from '../../parts/hands/record.js';
import { Surface } from '../../surface/surface.js';
import { Answer, Played } from './answer.js';
import { DRAWN, counts, dealIn, none } from './deal.js';
import { Edit, Tasks, faultText, useEdit } from './edit.js';
import { dealAt, gameOf, keyOf } from './play.js';
import { usePlay } from './playing.js';
import { labelsOf, playText, verdictOf } from './words.js';
import './whist.css';

// The rank lines, on which cards change hands, or are played.
function Lines({ deal, edit, dealing, playing: { position, worth, put, active } }) {
  if (dealing) return deal.suits.map(({ name, cards }, i) => html`<${DealRanks} key=${name} suit=${name} cards=${cards} label=${t('Cards, from the highest')}
    change=${(next) => edit.change({ ...deal, suits: deal.suits.map((suit, at) => (at === i ? { name, cards: next } : suit)) })} />`);
  const suits = position ? dealAt(deal, position.held, deal.leader).suits : deal.suits, labels = labelsOf(worth, position?.toPlay);
  const trick = position && (position.trick.length ? position.trick : position.tricks.at(-1)?.cards ?? []);
  return html`${suits.map(({ name, cards }) => {
    const values = labels && new Map(cards.filter(({ card }) => labels.has(`${name}${card}`)).map(({ card }) => [card, labels.get(`${name}${card}`)]));
    const playable = position && new Set(cards.filter(({ card }) => position.legal.includes(`${name}${card}`)).map(({ card }) => card));
    return html`<${Ranks} key=${name} suit=${name} cards=${cards} values=${values} playable=${playable} play=${put && ((card) => put(`${name}${card}`))} label=${t('Cards that are left')} />`;
  })}${position && html`<${PairTrick} trick=${trick.map(({ seat, card }) => ({ seat, text: cardText(card) }))} winner=${active && !position.trick.length ? position.tricks.at(-1)?.winner : undefined} />`}`;
}

const FEW = 24; // cards; so many are drawn larger where there is room

export function Page({ session, kind }) {
  const state = session.state.value, open = state === 'editing' || state === 'refused', busy = state === 'asking' || state === 'waiting', question = open ? session.problem.value : session.asked.value ?? session.problem.value;
  const result = session.answer.value, deal = useMemo(() => dealIn(question) ?? none, [question]), { a, b } = counts(deal), drawn = Math.max(a, b) <= DRAWN;
  const game = useMemo(() => (drawn && a === b && a > 0 ? gameOf(deal) : null), [deal]);
  const playing = usePlay(session, question.play, deal, game, result), { record, position, worth, active } = playing, edit = useEdit(session, question, deal);
  const moves = result?.play?.every((move, i) => keyOf(move) === record?.cards[i]) ? result.play : undefined; // unless another card was played
  const board = useRef();
  useKeptFocus(board, '.ranks button.card[tabindex="0"]');
  const dealing = open && !active && !session.opening.value, said = active && playText(position, worth), best = worth && [...worth].find(([, one]) => one.best)?.[0];
  const keydown = (event) => {
    if (event.key !== 'Backspace' || !playing.back || dealing) return boardKeys(dealing ? {} : playing, edit.past)(event);
    event.preventDefault();
    return playing.back();
  };
  const turn = active ? position.toPlay : deal.leader, tags = turn && { [turn]: active ? t('to play') : t('leads') };
  const drawing = html`<div class=${cls('board-of-two', { few: a + b <= FEW })} ref=${board} onKeyDown=${keydown}><${Legend} tags=${tags} won=${active ? position.won : undefined} />
    ${drawn ? html`<${Lines} deal=${deal} edit=${edit} dealing=${dealing} playing=${busy ? { ...playing, put: undefined } : playing} />` : html`<p class="notice">${t('{count} cards a hand are too many to be drawn.', { count: number(Math.max(a, b)) })}</p>`}
    ${deal === none && result?.tricks && html`<p class="notice">${t('This problem cannot be drawn.')}</p>`}
    ${dealing && drawn && html`<p class="hint">${t('Click a card to give it to the other hand; with the keyboard: arrows, then a or b.')}</p>`}</div>`;
  const actions = html`${open && html`<${Tasks} edit=${edit} deal=${deal} session=${session} />`}
    <${PlayButtons} playing=${busy ? {} : playing} past=${dealing ? edit.past : undefined} best=${best} />`;
  return html`<${Surface} session=${session} kind=${kind} className="whist" board=${drawing} actions=${actions} verdict=${active ? said : result && verdictOf(result, result.leader ?? deal.leader)}
      status=${active ? said.text : faultText(deal) || t('Solve it, or play it card by card.')}>
    ${playing.refused && html`<p class="notice bad">${t(playing.refused)}</p>`}
    ${game && html`<${Played} game=${game} playing=${playing} moves=${moves} />`}
    ${result && html`<${Answer} deal=${deal} result=${result} playing=${playing} />`}
    ${open && html`<${Edit} edit=${edit} deal=${deal} />`}
    <span class="visually-hidden" role="status">${edit.said.value}</span><//>`;
}
