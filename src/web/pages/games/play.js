// A game on its page: board, status, players, moves, and what can be done. Each game has a table in tables/, which is drawn here.
import { cls, html, useEffect, useLayoutEffect, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { reachable } from '../../app/net/reach.js';
import { go, link } from '../../app/router.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { NetName } from '../../kinds/hex/nets.js';
import { useUndoKeys } from '../../parts/history.js';
import { Invite } from './invite.js';
import { Record } from './record.js';
import { humans, isMine, plays } from './seats.js';
import { gameName, playerWords, seatName, settingsWords, verdictOf } from './words.js';

// The seats, with the one that is to move marked.
function Players({ state, screen }) {
  const { game, players, to_move: turn, result } = state;
  return html`<ul class="game-players" aria-label=${t('Players')}>${Object.keys(players).map((seat) => html`<li key=${seat} aria-current=${seat === turn ? 'true' : undefined}>
    <i class=${`game-mark ${game} ${seat}`} aria-hidden="true"></i><b>${seatName(game, seat)}</b> <span class="muted">${playerWords(state, seat, screen)}${/^dqn/.test(players[seat].engine) && html` · <${NetName} model=${players[seat].model ?? 'default'} />`}</span>
    ${result?.winner === seat && html` <span class="tag">${t('winner')}</span>`}</li>`)}</ul>`;
}

// Which seat this screen plays, where both are people's. It is kept in the address.
function Screen({ state, screen }) {
  const options = [...humans(state).map((seat) => [seat, seatName(state.game, seat)]), ['both', t('both sides')], ['none', t('neither, only watch')]];
  const choose = ({ target }) => go(['games', state.id], { seat: target.value }, { replace: true, silent: true });
  return html`<label>${t('This screen plays')} <select onChange=${choose}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === screen}>${name}</option>`)}</select></label>`;
}

const Moves = ({ state: { moves }, name }) => moves.length > 0 && html`<ol class="game-moves num" aria-label=${t('Moves')} tabindex="0">${moves.map((move, i) => html`<li key=${i}>${i + 1}. ${name(move, i)}</li>`)}</ol>`;

function Resign({ onClose, resign }) {
  return html`<${Dialog} title=${t('Resign this game?')} onClose=${onClose}><p>${t('The other side then wins.')}</p>
    <div class="row end"><button type="button" class="second" onClick=${shut}>${t('Cancel')}</button><button type="button" class="bad" onClick=${(event) => { shut(event); resign(); }}>${t('Resign')}</button></div><//>`;
}

// The buttons below the board.
function Steps({ state, undo, redo, children }) {
  const button = (sign, name, run, off) => html`<button type="button" class="second sign" aria-label=${name} title=${name} aria-disabled=${off} onClick=${run}>${sign}</button>`;
  return html`<div class="row tight game-steps">${humans(state).length > 0 && html`${button('↶', t('Undo'), undo, !state.moves.length)}${button('↷', t('Redo'), redo, !state.redo)}`}
    <span class="num muted">${t('move {n}', { n: state.moves.length + (state.result ? 0 : 1) })}</span>${children}</div>`;
}

// live: of follow.js; state: its game; screen: of seats.js; invite: the secret in the address, of a guest; fresh: the game was just
// begun here; table: { className, square, Board, moveName(move, i, state), review(state): address }
export function Play({ live, state, screen, invite, fresh, table }) {
  const dialog = useSignal(fresh ? 'invite' : ''), { game, moves, id } = state, sending = live.sending.value, asked = state.moves.length;
  const over = !!state.result, mine = isMine(state, screen) && !sending, shown = sending?.verb === 'moves' ? [...moves, sending.move] : moves;
  const moveName = (move, i) => (move === 'swap' ? t('swap') : move.startsWith('resign') ? t('resign') : table.moveName(move, i, state));
  const verdict = verdictOf(state, screen, { moveName, sending, lost: !reachable.value });
  const press = (move) => { if (isMine(state, screen) && !live.sending.peek()) live.send('moves', move); };
  const undo = () => { if (moves.length && humans(state).length) live.send('undo'); }, redo = () => { if (state.redo) live.send('redo'); };
  const type = (event) => {
    if (event.key !== 'Backspace') return false;
    event.preventDefault();
    undo();
    return true;
  };
  useUndoKeys({ undo, redo });
  const yours = mine && screen !== 'both', title = `${gameName(game)} · nashd`;
  useLayoutEffect(() => { document.title = yours ? `● ${t('Your move.')} ${title}` : title; return () => { document.title = 'nashd'; }; }, [yours, title]);
  useEffect(() => { if (dialog.peek() === 'invite' && asked > 0) dialog.value = ''; }, [asked]); // the other person is there
  const others = humans(state).filter((seat) => screen === 'both' || screen === 'none' || !plays(screen, seat)), mayResign = !over && !sending && (mine || (state.thinking && humans(state).some((seat) => plays(screen, seat))));
  return html`<article class=${cls('surface game', table.className, { square: table.square })} data-version=${state.version}>
    <header class="surface-head"><h1><a href=${link(['games'])}>${t('Games')}</a> <span aria-hidden="true">›</span> ${gameName(game)}</h1><p class="about muted">${settingsWords(state)}</p></header>
    <div class="surface-board"><${table.Board} state=${state} moves=${shown} ghost=${mine && !over ? state.to_move : undefined} press=${press} type=${type} label=${t('Board')}
      steps=${(more) => html`<div class="surface-tools"><${Steps} state=${state} undo=${undo} redo=${redo}>${more}<//></div>`} /></div>
    <div class="surface-panel">
      <div class="line" role="status"><h2 class=${`verdict ${verdict.tone}`}>${verdict.text}</h2></div>
      ${state.error && html`<p class="notice bad" role="alert">${t(state.error.detail ?? state.error.title)} <button type="button" class="second" onClick=${() => live.send('engine')}>${t('Try again')}</button></p>`}
      <div class="row surface-actions">${mine && state.legal.includes('swap') && html`<button type="button" onClick=${() => press('swap')}>${t('Swap')}</button>`}
        ${!invite && !over && others.length > 0 && html`<button type="button" class=${asked || screen === 'both' ? 'second' : ''} onClick=${() => { dialog.value = 'invite'; }}>${t('Invite…')}</button>`}
        ${over && html`<a class="button" href=${table.review(state)}>${t('Review this game')}</a>`}
        ${mayResign && html`<button type="button" class="second" onClick=${() => { dialog.value = 'resign'; }}>${t('Resign')}</button>`}
        ${over && !invite && html`<a class="button second" href=${link(['games'], { game })}>${t('New game')}</a>`}</div>
      <${Players} state=${state} screen=${screen} />
      ${!invite && humans(state).length === 2 && html`<${Screen} state=${state} screen=${screen} />`}
      <${Moves} state=${state} name=${moveName} />
      <${Record} state=${state} invite=${invite} />
      ${!over && moves.length > 0 && html`<p><a href=${table.review(state)}>${t('Analyse this position')}</a></p>`}
    </div>
    ${dialog.value === 'invite' && others.length > 0 && html`<${Invite} id=${id} game=${game} seats=${others} secret=${state.invite} onClose=${() => { dialog.value = ''; }} />`}
    ${dialog.value === 'resign' && html`<${Resign} onClose=${() => { dialog.value = ''; }} resign=${() => live.send('moves', 'resign')} />`}
  </article>`;
}
