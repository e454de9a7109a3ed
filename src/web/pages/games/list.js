// The list of games, below the form that begins one.
import { html, useSignal } from '../../app/dom.js';
import { useEvery } from '../../app/every.js';
import { ago, clock, number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { now } from '../../app/tick.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { attempt } from '../../app/ui/toast.js';
import { list, remove } from './calls.js';
import { NewGame } from './new.js';
import { isMine, seatOf } from './seats.js';
import { gameName, playerWords, seatName, settingsWords, stateWords } from './words.js';

const EVERY = 5000; // ms between polls
const FEW = 50, MOST = 500; // games shown at first, and of one reply

function Row({ game: state, ask }) {
  const { id, game, players, moves_made: made, updated_at: changed } = state;
  if (!players) return html`<tr><th scope="row">${game}</th><td colspan="3" class="muted">${t('This server does not have this game.')}</td><td class="right"><button class="quiet" aria-label=${t('Delete')} onClick=${() => ask(state)}>✕</button></td></tr>`;
  const screen = seatOf(state), mine = isMine(state, screen) && screen !== 'both';
  return html`<tr><th scope="row"><a href=${link(['games', id], { seat: screen })}>${gameName(game)}</a> <span class="muted">${settingsWords(state)}</span>
      <small class="muted">${Object.keys(players).map((seat) => `${seatName(game, seat)}: ${playerWords(state, seat, screen)}`).join(' · ')}</small></th>
    <td><span class=${mine ? 'tag' : ''}>${stateWords(state, screen)}</span></td>
    <td class="right num">${number(made)}</td>
    <td class="right games-changed"><time datetime=${changed} title=${clock(changed)}>${ago(changed, now.value)}</time></td>
    <td class="right"><button class="quiet" aria-label=${t('Delete the game of {when}', { when: clock(changed) })} onClick=${() => ask(state)}>✕</button></td></tr>`;
}

const Table = ({ games, ask }) => html`<div class="scroll panel games-list" role="region" aria-label=${t('Games')} tabindex="0"><table>
  <thead><tr><th scope="col">${t('Game')}</th><th scope="col">${t('State')}</th><th scope="col" class="right">${t('Moves')}</th><th scope="col" class="right games-changed">${t('Changed')}</th><th><span class="visually-hidden">${t('Actions')}</span></th></tr></thead>
  <tbody>${games.map((game) => html`<${Row} key=${game.id} game=${game} ask=${ask} />`)}</tbody></table></div>`;

function Remove({ game, onClose, onGone }) {
  const run = (event) => { shut(event); attempt(async () => { await remove(game.id); onGone(); }); };
  return html`<${Dialog} title=${t('Delete this game?')} onClose=${onClose}><p>${t('It ends on all screens, and its moves are lost.')}</p>
    <div class="row end"><button type="button" class="second" onClick=${shut}>${t('Cancel')}</button><button type="button" class="bad" onClick=${run}>${t('Delete')}</button></div><//>`;
}

export function List({ query }) {
  const found = useSignal(null), failed = useSignal(null), removing = useSignal(null), limit = useSignal(FEW);
  const ask = async () => {
    try {
      found.value = await list(limit.peek());
      failed.value = null;
    } catch (problem) {
      failed.value = problem;
    }
  };
  const more = () => { limit.value = MOST; ask(); };
  useEvery(EVERY, ask);
  const { games, next } = found.value ?? {};
  return html`<h1>${t('Games')}</h1>
    <p class="muted">${t('A game lasts: it goes on at any time, on any screen, also after the server was stopped.')} <a href="docs/games">${t('Docs')}</a></p>
    <${NewGame} query=${query} />
    ${failed.value?.status > 0 && html`<p class="notice bad" role="alert">${t(failed.value.message)} <button type="button" class="second" onClick=${ask}>${t('Try again')}</button></p>`}
    ${!games && !failed.value && html`<p class="muted" role="status">${t('Loading…')}</p>`}
    ${games?.length > 0 && html`<h2>${t('Your games')}</h2><${Table} games=${games} ask=${(game) => { removing.value = game; }} />`}
    ${next && limit.value < MOST && html`<button type="button" class="second" onClick=${more}>${t('Show more')}</button>`}
    ${removing.value && html`<${Remove} game=${removing.value} onClose=${() => { removing.value = null; }} onGone=${ask} />`}`;
}
