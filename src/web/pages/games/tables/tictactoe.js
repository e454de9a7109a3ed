// The table of tic-tac-toe.
import { html } from '../../../app/dom.js';
import { link } from '../../../app/router.js';
import { Board, cellName } from '../../../kinds/gametree/tictactoe/board.js';
import { EMPTY, put } from '../../../kinds/gametree/tictactoe/rules.js';
import { Play } from '../play.js';
import '../../../kinds/gametree/gametree.css';

const cells = (moves) => moves.filter((move) => move !== 'resign').map(Number);

function TicTacToeBoard({ moves, press, type, label, steps }) {
  const made = cells(moves), board = made.reduce((now, cell, i) => put(now, cell, i % 2 ? 'O' : 'X'), EMPTY);
  return html`<${Board} board=${board} press=${(cell) => { if (board[cell] === '.') press(String(cell)); }} type=${(_, event) => type(event)} last=${made.at(-1)} label=${label} />${steps()}`;
}

const review = ({ moves }) => link(['gametree'], { p: JSON.stringify({ game: 'tictactoe', board: EMPTY }), play: cells(moves).join('') });
const table = { className: 'gametree', square: true, Board: TicTacToeBoard, moveName: (move) => cellName(Number(move)), review };

export default (props) => html`<${Play} ...${props} table=${table} />`;
