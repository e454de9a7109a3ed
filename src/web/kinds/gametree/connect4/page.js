// Connect four: one board to play on, with the score of each column below it; the moves as a text of columns.
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { Field } from '../../../parts/field.js';
import { Surface } from '../../../surface/surface.js';
import { Best, Moves, Sides, Steps, keys } from '../play/controls.js';
import { usePlay } from '../play/play.js';
import { Facts, Fault } from '../words.js';
import { Board, score } from './board.js';
import { columnsOf, fourOf, full, game, stonesOf } from './rules.js';

const names = () => [t('Red'), t('Yellow')];

function verdict({ columns }, result, asking) {
  const turn = stonesOf(columns) % 2, side = names()[turn], four = fourOf(columns);
  if (four) return { tone: 'good', text: t('{side} has four in a row.', { side: names()[1 - turn] }) };
  if (full(columns)) return { tone: '', text: t('The board is full: a draw.') };
  if (!result) return { tone: '', text: `${t('{side} to move.', { side })}${asking ? ` ${t('Searching…')}` : ''}` };
  if (result.value === null || result.value === undefined || result.exact === false) return { tone: 'warn', text: `${t('{side} to move.', { side })} ${t('The time was up before the value was known.')}` };
  const text = !result.value ? t('{side} to move: a draw with best play.', { side }) : result.value > 0 ? t('{side} to move and wins.', { side }) : t('{side} to move and loses.', { side });
  return { tone: 'good', text: result.moves_to_end === undefined ? text : `${text} ${t('The game ends in {n} moves.', { n: result.moves_to_end })}` };
}

function MovesField({ moves, session, problem }) {
  const read = (given) => {
    const found = given.replace(/\s/g, ''), columns = columnsOf({ moves: found });
    if (!columns || (fourOf(columns) && fourOf(columnsOf({ moves: found.slice(0, -1) })))) return false;
    if (found !== moves) session.change({ game: problem.game, moves: found }, { push: true });
    return true;
  };
  return html`<${Field} label=${t('Moves as text')} hint=${t('Columns 1 to 7 in the order played.')} value=${moves} read=${read} />`;
}

export function Connect4({ session, kind, problem, shared }) {
  const play = usePlay(session, game, problem);
  if (!play) return html`<${Surface} session=${session} kind=${kind} progress=${shared.progress} className="gametree" status=${t('These moves cannot be played.')} board=${html`<p class="notice warn">${t('These moves cannot be played.')}</p>`} actions=${html`${shared.pick}${shared.actions}`}>
    <${MovesField} session=${session} problem=${problem} moves=${String(problem.moves ?? '')} />${shared.below}<//>`;
  const { position: { columns, moves }, line } = play, told = verdict(play.position, play.result, play.asking);
  return html`<${Surface} session=${session} kind=${kind} progress=${shared.progress} square className="gametree" verdict=${told} status=${told.text}
    board=${html`<${Board} columns=${columns} scores=${play.values} best=${play.best} press=${play.press} type=${(event) => keys(event, play)} last=${line.moves[line.at - 1]} side=${play.over ? undefined : ['first', 'second'][play.side]} label=${t('Board')} />`}
    tools=${html`<${Steps} play=${play} />`}
    actions=${html`${shared.pick}<button type="button" class="quiet" onClick=${() => session.change({ game: 'connect4', moves: '' }, { push: true })}>${t('New game')}</button>${shared.actions}`}>
    <${Fault} play=${play} /><${Sides} play=${play} game=${problem.game} names=${names()} />
    <${Moves} play=${play} name=${(column, i) => `${i + 1}. ${column}`} />
    <${Best} play=${play} moves=${play.result?.line} name=${(column) => column} />
    ${moves !== undefined && html`<${MovesField} key=${moves} session=${session} problem=${problem} moves=${moves} />`}
    <p class="hint">${t('A score is how many stones before the end of the board the side to move wins; below 0 it loses.')}${play.best.length > 0 && ` ${t('Best here: {score}.', { score: score(play.values.get(play.best[0])) })}`}</p>
    <${Facts} result=${play.result} />${shared.below}<//>`;
}
