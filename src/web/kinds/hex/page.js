// The page of Hex: one board that is played on and shows what the engine thinks.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { useWide } from '../../parts/wide.js';
import { Surface } from '../../surface/surface.js';
import { Board } from './board.js';
import { opinionOf } from './opinion.js';
import { Engine, Facts, Moves, MovesField, NewGame, Shown, Tools, shows } from './panel.js';
import { usePlay } from './play.js';
import { readText, settingsOf } from './read.js';
import { Save, readRecord } from './records.js';
import { Review, reviewWords, useReview, withReview } from './review.js';
import { SWAP, canSwap, nameOf as nameIn } from './rules.js';
import { cellWords, progressOf, sideName, verdictOf } from './words.js';
import './hex.css';

export function Page({ session, kind }) {
  const play = usePlay(session, shows.always.value), review = useReview(session, play), { game, position, thinking, over } = play, result = useMemo(() => withReview(play.result, review.here), [play.result, review.here]), at = useSignal(-1), held = useSignal(-1), wide = useWide();
  const values = shows.values.value, proof = shows.proof.value;
  const opinion = useMemo(() => {
    if (!result || over) return undefined;
    const shown = opinionOf(position, { ...result, ...(!proof && { must_play: undefined, connection: undefined, winning: undefined }), ...(!values && { line: undefined }) });
    for (const said of shown.cells.values()) { if (!values) said.heat = said.shown = undefined; if (!proof) said.proof = undefined; }
    return shown;
  }, [result, position, over, values, proof]);
  const take = async (text) => {
    const found = readText(text) ?? await readRecord(text);
    if (found) play.begin({ ...(game.engine && settingsOf(game)), ...found });
  };
  useIntake(take);
  const nameOf = (cell) => cellWords(position, cell, opinion, play.measure), verdict = verdictOf(position, result);
  const status = thinking && !over ? t('{side} is thinking…', { side: sideName(thinking) }) : verdict.text, reviewed = session.answer.value?.review && session.answer.value;
  const type = (event) => {
    const run = { Backspace: play.undo, PageUp: play.undo, PageDown: play.redo }[event.key];
    if (!run) return false;
    event.preventDefault();
    run();
    return true;
  };
  const progress = progressOf(session.job.value?.progress ?? undefined, game.engine === 'dqn+search' ? game.simulations ?? 400 : game.iterations), mine = !over && !thinking;
  const swap = mine && canSwap(game) && html`<button type="button" class="second" onClick=${() => play.play(SWAP)}>${t('Swap')}</button>`;
  const asking = session.state.value === 'asking' || session.state.value === 'waiting';
  return html`<${Surface} session=${session} kind=${kind} className="hex" verdict=${reviewed ? reviewWords(reviewed) : verdict} status=${status} progress=${progress}
    board=${html`<${Board} position=${position} opinion=${opinion} tall=${!wide} numbered=${shows.numbers.value} ghost=${mine ? position.turn : undefined} held=${held} label=${t('Board, {side} to move', { side: sideName(position.turn) })} nameOfCell=${nameOf} press=${(cell) => play.play(nameIn(position, cell))} type=${type} look=${(cell) => { at.value = cell; }} />`}
    tools=${html`<${Tools} play=${play} at=${at} held=${held} nameOf=${nameOf} />`}
    actions=${html`<button type="button" aria-busy=${asking} aria-disabled=${over} onClick=${() => { if (!over) play.analyse(); }}>${t('Analyse')}</button>${swap}
      <button type="button" class="second" onClick=${() => play.again()}>${t('New game')}</button>`}>
    ${play.fault && html`<p class="notice bad" role="alert">${t(play.fault)}</p>`}
    <${Moves} play=${play} mistakes=${review.mistakes} />
    <${Review} review=${review} play=${play} told=${!!reviewed} />
    <div class="row tight"><button type="button" class="second" aria-disabled=${!play.all.length || asking} onClick=${() => { if (play.all.length && !asking) review.ask(); }}>${t('Review the game')}</button><${Save} play=${play} /></div>
    <${Engine} play=${play} /><${Shown} play=${{ ...play, result }} />
    ${(play.result ?? reviewed) && html`<${Facts} result=${play.result ?? reviewed} />`}
    <${NewGame} key=${game.rows} play=${play} />
    <${MovesField} key=${play.all.join()} play=${play} />
    <p class="hint">${t('Arrow keys move along rows and columns, with Shift along the other diagonal; Enter plays, Backspace takes back.')} ${t('Paste moves, SGF, HTP or JSON anywhere on this page.')} <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,.sgf,.htp,text/*', take)}>${t('Open a file…')}</button></p>
  <//>`;
}
