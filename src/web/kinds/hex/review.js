// The review of a game: who wins each of its positions, as far as the server proves it, and which moves lost it. Its
// question is the whole game, also the moves that were taken back, so a person can go through the moves with it.
import { cls, html, useEffect, useMemo } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { gameOf, withoutSettings } from './read.js';
import { moveName, sideName } from './words.js';

const KEPT = 20;
const known = new Map(); // game as text -> review; the oldest first

const keyOf = ({ rows, cols, board, to_move, swap }, moves) => JSON.stringify([rows, cols, board, to_move, !!swap, moves.join(' ')]);

// What a review says of the position after n moves, as a result.
function hereOf({ review, winner }, n) {
  const { move, before, mistake, better: [better] = [] } = review[n] ?? { before: winner };
  return { winner: before, move: better, cells: mistake ? { [move]: { proof: 'loss' }, ...(better && { [better]: { proof: 'win' } }) } : {} };
}

// An answer together with what a review says of the same position.
export function withReview(result, here) {
  if (!result || !here) return result ?? here;
  const cells = { ...result.cells };
  for (const name in here.cells) cells[name] = { ...cells[name], ...here.cells[name] };
  return { ...result, winner: here.winner ?? result.winner, move: here.move ?? result.move, cells };
}

// Returns { result: the review of the game on the board or undefined, winners: of each position, mistakes: Map index of a move ->
// its entry, here: what is known of the position on the board, as a result, ask() }.
export function useReview(session, { game, all, changed }) {
  const own = session.answer.value, given = own?.review && gameOf(own.problem), key = keyOf(game, all), fits = given && keyOf(given, given.moves) === key;
  const result = fits ? own : known.get(key), n = game.moves.length;
  useEffect(() => {
    if (!fits) return;
    known.set(key, own);
    if (known.size > KEPT) known.delete(known.keys().next().value);
  }, [own, fits, key]);
  const moves = result?.review ?? [], here = useMemo(() => result && hereOf(result, n), [result, n]);
  return {
    result, winners: result && [...moves.map(({ before }) => before), result.winner], mistakes: new Map(moves.flatMap((move, i) => (move.mistake ? [[i, move]] : []))), here,
    ask: async () => {
      const view = session.view.peek();
      await session.ask({ ...withoutSettings(changed({ moves: all })), review: true });
      session.look(view);
    }
  };
}

// A review in one sentence: { tone, text }.
export function reviewWords({ winner, lost_at: lost, proved_from: from, review, mistakes, timeout }) {
  const { move, better, side } = review[lost - 1] ?? {}, name = { n: lost, move: moveName(move ?? ''), side: side && sideName(side) };
  if (lost) return { tone: 'good', text: better ? t('{side} lost the game with move {n}, {move}: {better} wins.', { ...name, better: moveName(better[0]) }) : t('{side} lost the game with move {n}, {move}.', name) };
  if (from === 0) return { tone: 'good', text: t('No move changed who wins: {side} wins from the start.', { side: sideName(winner) }) };
  if (from !== null) return { tone: 'good', text: t('{side} wins from move {n} on. What was before is not proved.', { side: sideName(winner), n: from + 1 }) };
  return { tone: 'warn', text: timeout ? t('The review ended before a proof.') : mistakes.length ? t('Who wins at the end is not proved.') : t('Nothing is proved of this game. A later position may be.') };
}

// Who wins after each move, and the ways to the mistakes. The list of moves says the same in words.
// told: the line of the answer says the sentence
export function Review({ review: { result, winners, mistakes }, play: { game, go }, told }) {
  if (!result) return null;
  const n = game.moves.length, all = [...mistakes.keys()], before = all.filter((i) => i < n).pop(), after = all.find((i) => i > n);
  const to = (sign, name, i) => html`<button type="button" class="second sign" aria-label=${name} title=${name} aria-disabled=${i === undefined} onClick=${() => { if (i !== undefined) go(i); }}>${sign}</button>`;
  return html`<section class="hex-review" aria-label=${t('Review')}>${!told && html`<p>${reviewWords(result).text}</p>`}
    <div class="hex-strip" aria-hidden="true">${winners.map((winner, i) => html`<i key=${i} class=${cls(winner ?? 'unknown', { now: i === n, lost: mistakes.has(i - 1) })} onClick=${() => go(i)}></i>`)}</div>
    ${all.length > 0 && html`<div class="row tight">${to('‹', t('Previous mistake'), before)}${result.lost_at && html`<button type="button" class="second" onClick=${() => go(result.lost_at - 1)}>${t('Where it was lost')}</button>`}${to('›', t('Next mistake'), after)}</div>`}</section>`;
}
