// One game: follows it and loads its table.
import { html, useEffect, useMemo } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { addKindTexts } from '../../app/kinds.js';
import { lazy } from '../../app/lazy.js';
import { link } from '../../app/router.js';
import { begun } from './begun.js';
import { follow } from './follow.js';
import { rememberSeat, seatOf } from './seats.js';

// The table of a game with the texts of the kind whose board it uses.
const table = (kind, load) => lazy(async () => { const [loaded] = await Promise.all([load(), addKindTexts(kind)]); return loaded.default; });
const Piles = table('gametree', () => import('./tables/piles.js'));
const tables = {
  hex: table('hex', () => import('./tables/hex.js')), connect4: table('gametree', () => import('./tables/connect4.js')),
  tictactoe: table('gametree', () => import('./tables/tictactoe.js')), grundy: Piles, nim: Piles
};

const Ended = ({ title, children }) => html`<div class="games-empty"><h1>${title}</h1><p>${children}</p><a class="button" href=${link(['games'])}>${t('To the games')}</a></div>`;

export function One({ id, query }) {
  const invite = query.get('invite') ?? undefined, given = query.get('seat') ?? undefined, live = useMemo(() => follow(id, invite), [id, invite]);
  useEffect(() => { live.open(); return live.close; }, [live]);
  const state = live.game.value, fault = live.fault.value, screen = state && seatOf(state, given), fresh = useMemo(() => begun(id), [id]);
  useEffect(() => { if (screen) rememberSeat(id, screen); }, [screen]);
  if (live.removed.value) return html`<${Ended} title=${t('This game was removed')}>${t('Its owner removed it, or it had no change for too long.')}<//>`;
  if (fault?.status === 404) return html`<${Ended} title=${t('There is no such game')}>${t('It was removed, it has expired, or the link is wrong.')}<//>`;
  if (fault) return html`<${Ended} title=${t('This game cannot be shown')}>${t(fault.message)}<//>`;
  const Table = state && tables[state.game];
  if (state && !Table) return html`<${Ended} title=${t('This game cannot be shown')}>${t('This page has no board for “{game}”.', { game: state.game })}<//>`;
  if (!state) return html`<h1>${t('Game')}</h1><p class="muted" role="status">${t('Loading…')}</p>`;
  return html`<${Table} live=${live} state=${state} screen=${screen} invite=${invite} fresh=${fresh} />`;
}
