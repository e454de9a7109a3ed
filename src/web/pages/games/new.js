// Begins a game: which one, its settings, and who sits where. The choices of the last game are kept.
import { html, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { keep } from '../../app/keep.js';
import { go } from '../../app/router.js';
import { NetChoice } from '../../kinds/hex/nets.js';
import { useBusy } from '../../parts/busy.js';
import { waitFor } from './begun.js';
import { begin } from './calls.js';
import { SEATS } from './seats.js';
import { engineName, gameName, seatName } from './words.js';

const ITERATIONS = [1000, 5000, 20000, 100000, 500000];
const SIMULATIONS = [50, 200, 400, 800, 3000, 10000];
const ENGINES = ['uct', 'dqn+search', 'dqn', 'resistance', 'exact', 'random'];
const SIZES = Array.from({ length: 17 }, (_, i) => i + 3);
const LAST = { game: 'hex', size: 11, swap: true, grundy: '7', nim: '3 4 5', take: '', misere: false, who: ['me', 'other'], engines: [{ engine: 'uct', iterations: 20000 }, { engine: 'uct', iterations: 20000 }] };

const chosen = keep('games.new', LAST);

// The choices with those of an address: '#/games?game=hex&size=9&swap=1'; model=ID: against this one.
function choicesOf(query) {
  const now = { ...LAST, ...chosen.peek() }, game = query.get('game'), size = Number(query.get('size')), asked = SEATS[game] ? { game } : {};
  if (SIZES.includes(size)) asked.size = size;
  if (query.has('swap')) asked.swap = query.get('swap') === '1';
  const model = query.get('model'), against = model && { who: ['me', 'engine'], engines: [LAST.engines[0], { ...LAST.engines[1], engine: 'dqn+search', model: model === 'default' ? undefined : model }] };
  return { ...now, ...asked, ...(game && { who: ['me', 'other'] }), ...against };
}

// The request of these choices.
export function requestOf({ game, size, swap, grundy, nim, take, misere, who, engines }) {
  const piles = { grundy, nim }[game]?.split(/[\s,;+]+/).filter(Boolean).map(Number);
  const settings = game === 'hex' ? { size, ...(swap && { swap }) } : piles ? { piles, ...(misere && { misere }), ...(game === 'nim' && take && { take: Number(take) }) } : {};
  const engineOf = ({ engine, iterations, simulations = 400, model }) => (game === 'hex' ? { engine, ...(engine === 'uct' && { iterations }), ...(engine === 'dqn+search' && { simulations }), ...(/^dqn/.test(engine) && model && { model }) } : { engine: 'auto' });
  return { game, ...settings, players: Object.fromEntries(SEATS[game].map((seat, i) => [seat, who[i] === 'engine' ? engineOf(engines[i]) : 'human'])) };
}

// The seat that this screen plays.
export function screenOf({ game, who }) {
  const mine = SEATS[game].filter((_, i) => who[i] === 'me');
  return mine.length === 2 ? 'both' : mine[0] ?? 'none';
}

const select = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value)}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${String(id) === String(value)}>${name}</option>`)}</select></label>`;
const check = (label, on, change) => html`<label><input type="checkbox" checked=${on} onChange=${({ target }) => change(target.checked)} /> ${label}</label>`;
const text = (label, value, change, more) => html`<label>${label} <input type="text" class="narrow" inputmode="numeric" autocomplete="off" value=${value} onInput=${({ target }) => change(target.value)} ...${more} /></label>`;

function Settings({ now: { game, size, swap, take, misere, ...others }, set }) {
  if (game === 'hex') return html`${select(t('Size'), size, SIZES.map((n) => [n, `${n} × ${n}`]), (n) => set({ size: Number(n) }))}${check(t('Swap rule'), swap, (on) => set({ swap: on }))}`;
  if (game !== 'grundy' && game !== 'nim') return null;
  return html`${text(t('Piles'), others[game], (piles) => set({ [game]: piles }), { required: true, pattern: '[\\s,;+]*\\d+([\\s,;+]+\\d+)*[\\s,;+]*' })}
    ${game === 'nim' && text(t('Most coins of a move'), take, (most) => set({ take: most.trim() }), { pattern: '\\s*\\d*\\s*' })}${check(t('Misère: the player without a move wins'), misere, (on) => set({ misere: on }))}`;
}

function Seat({ now: { game, who, engines }, i, set }) {
  const put = (list, value) => list.map((one, at) => (at === i ? value : one)), { engine, iterations, simulations = 400, model } = engines[i], seat = SEATS[game][i];
  const tune = (more) => set({ engines: put(engines, { ...engines[i], ...more }) });
  return html`<fieldset class="row games-seat"><legend><i class=${`game-mark ${game} ${seat}`} aria-hidden="true"></i>${seatName(game, seat)}</legend>
    <select aria-label=${t('Who plays {side}', { side: seatName(game, seat) })} onChange=${({ target }) => set({ who: put(who, target.value) })}>${[['me', t('me, on this screen')], ['other', t('another person, on another screen')], ['engine', t('an engine')]].map(([id, name]) => html`<option key=${id} value=${id} selected=${id === who[i]}>${name}</option>`)}</select>
    ${who[i] === 'engine' && game === 'hex' && html`${select(t('Engine'), engine, ENGINES.map((name) => [name, engineName(name)]), (name) => tune({ engine: name }))}
      ${engine === 'uct' && select(t('Playouts'), iterations, ITERATIONS.map((n) => [n, number(n)]), (n) => tune({ iterations: Number(n) }))}
      ${engine === 'dqn+search' && select(t('Simulations'), simulations, SIMULATIONS.map((n) => [n, number(n)]), (n) => tune({ simulations: Number(n) }))}
      ${/^dqn/.test(engine) && html`<${NetChoice} value=${model} change=${(id) => tune({ model: id })} />`}`}</fieldset>`;
}

export function NewGame({ query }) {
  const now = useSignal(choicesOf(query)), fault = useSignal(null), choices = now.value;
  const set = (more) => { now.value = { ...now.peek(), ...more }; fault.value = null; };
  const [busy, start] = useBusy(async () => {
    chosen.value = now.peek();
    try {
      const { id } = await begin(requestOf(now.peek()));
      if (now.peek().who.includes('other')) waitFor(id);
      go(['games', id], { seat: screenOf(now.peek()) });
    } catch (problem) {
      fault.value = problem;
    }
  });
  return html`<form class="panel games-new" aria-labelledby="games-new" onSubmit=${(event) => { event.preventDefault(); start(); }}>
    <h2 id="games-new">${t('New game')}</h2>
    <div class="row">${select(t('Game'), choices.game, Object.keys(SEATS).map((game) => [game, gameName(game)]), (game) => set({ game }))}<${Settings} now=${choices} set=${set} /></div>
    <div class="games-seats">${[0, 1].map((i) => html`<${Seat} key=${i} now=${choices} i=${i} set=${set} />`)}</div>
    ${fault.value && html`<p class="notice bad" role="alert">${t(fault.value.message)}</p>`}
    <div class="row"><button aria-busy=${busy}>${t('Begin')}</button>
      ${choices.who.includes('other') && html`<span class="hint grow">${t('A link and a QR code invite the other person.')}</span>`}</div>
  </form>`;
}
