// The table of connect four.
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { link } from '../../../app/router.js';
import { Board } from '../../../kinds/gametree/connect4/board.js';
import { columnsOf } from '../../../kinds/gametree/connect4/rules.js';
import { Play } from '../play.js';
import '../../../kinds/gametree/gametree.css';

const stones = (moves) => moves.filter((move) => move !== 'resign');

function Connect4Board({ moves, ghost, press, type, label, steps }) {
  const made = stones(moves), side = { x: 'first', o: 'second' }[ghost];
  return html`<${Board} columns=${columnsOf({ moves: made.join('') }) ?? columnsOf({ moves: made.slice(0, -1).join('') })} press=${(column) => press(String(column))} type=${type} last=${Number(made.at(-1))} side=${side} label=${label} />${steps()}`;
}

const review = ({ moves }) => link(['gametree'], { p: JSON.stringify({ game: 'connect4', moves: '' }), play: stones(moves).join('') });
const table = { className: 'gametree', square: true, Board: Connect4Board, moveName: (move) => t('column {n}', { n: move }), review };

export default (props) => html`<${Play} ...${props} table=${table} />`;
