// Invites a phone: shows a link for one phone as a QR code, and a notice once the phone has joined.
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { useEvery } from '../../app/every.js';
import { get, request } from '../../app/net/api.js';
import { copy } from '../../app/ui/copy.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { duration, t } from '../../app/i18n.js';
import { now } from '../../app/tick.js';

export const SOON = 700; // ms between polls while an invitation is open

// Fetches the code as a data URL, because an <img> cannot send a key.
async function picture(path) {
  const text = await (await request(path)).text();
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

function Waiting({ invitation, code }) {
  const left = Date.parse(invitation.expires_at) - now.value;
  if (left <= 0) return html`<p class="notice warn" role="status">${t('This invitation has expired.')}</p>`;
  return html`${invitation.reachable === false && html`<p class="notice warn">
      ${t('No phone can reach this: the server listens on its own machine only. Start it with --listen 0.0.0.0:8080.')}</p>`}
    <p>${t('Scan this with the camera of a phone in the same network, or open the link there.')}</p>
    ${code ? html`<img class="code" src=${code} alt=${t('The link as a QR code')} />` : html`<div class="code"></div>`}
    <div class="row command"><code class="grow">${invitation.url}</code>
      <button type="button" class="second" onClick=${() => copy(invitation.url)}>${t('Copy')}</button></div>
    <p class="muted num" role="timer">${t('Valid for one phone, for {time}.', { time: duration(Math.ceil(left / 1000) * 1000) })}</p>`;
}

// members: the current members
export function Invite({ members, onClose }) {
  const invitation = useSignal(null), code = useSignal(''), failed = useSignal(null);
  const known = useRef([]);
  const invite = async () => {
    known.current = members.map(({ member }) => member);
    invitation.value = failed.value = null;
    code.value = '';
    try {
      invitation.value = await (await request('/v1/shards/invitations', { method: 'POST',
        headers: { 'Content-Type': 'application/json' }, body: '{}' })).json();
      code.value = await picture(invitation.value.qr);
    } catch (problem) {
      failed.value = problem;
    }
  };
  useEffect(() => { invite(); }, []);
  const guest = invitation.value && members.find(({ member, kind }) => kind === 'phone' && !known.current.includes(member));
  return html`<${Dialog} class="invite" title=${t('Add a phone')} onClose=${onClose}>
    ${failed.value && html`<p class="notice bad" role="alert">${t(failed.value.message)}</p>`}
    ${guest ? html`<p class="notice good" role="status">✓ ${t('{name} has joined.', guest)}</p>`
      : invitation.value ? html`<${Waiting} invitation=${invitation.value} code=${code.value} />`
      : !failed.value && html`<p class="muted" role="status">${t('Loading…')}</p>`}
    <div class="row end"><button type="button" class="second" onClick=${shut}>${t('Close')}</button>
      <button type="button" onClick=${invite}>${guest ? t('Add another') : t('New invitation')}</button></div>
  <//>`;
}

// A button that invites, for pages that do not know the members.
export function AddPhone() {
  const inviting = useSignal(false);
  return html`<button type="button" class="second" onClick=${() => { inviting.value = true; }}>${t('Add a phone')}</button>
    ${inviting.value && html`<${Inviting} onClose=${() => { inviting.value = false; }} />`}`;
}

function Inviting({ onClose }) {
  const members = useSignal(null); // an invitation needs those that are there already
  useEvery(SOON, () => get('/v1/shards').then((now) => { members.value = now.members; }, () => { members.value ??= []; }));
  return members.value && html`<${Invite} members=${members.value} onClose=${onClose} />`;
}
