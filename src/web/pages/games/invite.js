// Invites another person: a link to a seat of the game, and its QR code.
import { html, useEffect, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { copy } from '../../app/ui/copy.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { invitation } from './calls.js';
import { seatName } from './words.js';

function Link({ found: { url, reachable, qr } }) {
  return html`${!reachable && html`<p class="notice warn">${t('No other machine can open this: the server listens on its own only. Start it with --listen 0.0.0.0:8080.')}</p>`}
    <p>${t('Scan this with the camera of a phone in the same network, or open the link on another screen.')}</p>
    <img class="game-code" src=${`data:image/svg+xml,${encodeURIComponent(qr)}`} alt=${t('The link as a QR code')} />
    <div class="row command"><code class="grow">${url}</code><button type="button" class="second" onClick=${() => copy(url)}>${t('Copy')}</button></div>`;
}

// seats: that may be offered; secret: of the game, undefined if it has none
export function Invite({ id, game, seats, secret, onClose }) {
  const seat = useSignal(seats[0]), found = useSignal(null), fault = useSignal(null), wanted = seats.includes(seat.value) ? seat.value : seats[0];
  useEffect(() => {
    let here = true;
    found.value = fault.value = null;
    invitation(id, wanted, secret).then((reply) => { if (here) found.value = reply; }, (problem) => { if (here) fault.value = problem; });
    return () => { here = false; };
  }, [id, wanted, secret]);
  return html`<${Dialog} class="game-invite" title=${t('Invite another person')} onClose=${onClose}>
    <p>${seats.length > 1 ? html`<label>${t('The other person plays')} <select onChange=${({ target }) => { seat.value = target.value; }}>${seats.map((one) => html`<option key=${one} value=${one} selected=${one === wanted}>${seatName(game, one)}</option>`)}</select></label>`
      : t('The other person plays {side}.', { side: seatName(game, wanted) })}</p>
    ${fault.value ? html`<p class="notice bad" role="alert">${t(fault.value.message)}</p>` : found.value ? html`<${Link} found=${found.value} />` : html`<div class="game-code"></div><p class="muted" role="status">${t('Loading…')}</p>`}
    <div class="row end"><button type="button" onClick=${shut}>${t('Close')}</button></div>
  <//>`;
}
