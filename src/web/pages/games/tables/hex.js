// The table of Hex: the board of the page of Hex, without an opinion.
import { html, useMemo, useSignal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { link } from '../../../app/router.js';
import { Board } from '../../../kinds/hex/board.js';
import { nameOf, positionOf } from '../../../kinds/hex/rules.js';
import { cellWords } from '../../../kinds/hex/words.js';
import { useWide } from '../../../parts/wide.js';
import { Play } from '../play.js';
import '../../../kinds/hex/hex.css';

const shapeOf = ({ size = 11, rows = size, cols = size }) => ({ rows, cols });

// A resignation out of turn, "resign black", is a move of games alone; it changes nothing on the board.
const placed = (moves) => moves.filter((move) => !move.startsWith('resign '));

function HexBoard({ state: { settings }, moves, ghost, press, type, label, steps }) {
  const at = useSignal(-1), held = useSignal(-1), wide = useWide(), position = useMemo(() => positionOf({ ...shapeOf(settings), swap: settings.swap, moves: placed(moves) }), [settings, moves.join()]);
  const name = (cell) => cellWords(position, cell), told = held.value >= 0 ? t('Touch again: {cell}', { cell: name(held.value) }) : at.value >= 0 ? name(at.value) : '';
  return html`<${Board} position=${position} tall=${!wide} ghost=${ghost} held=${held} label=${label} nameOfCell=${name} press=${(cell) => press(nameOf(position, cell))} type=${type} look=${(cell) => { at.value = cell; }} />
    ${steps(html`<span class="hex-told muted num" aria-hidden="true">${told}</span>`)}`;
}

// The page of Hex, with the game on its board.
function review({ settings: { swap, ...settings }, moves }) {
  const { rows, cols } = shapeOf(settings), shape = rows === cols ? { size: rows } : { rows, cols };
  return link(['hex'], { p: JSON.stringify({ ...shape, moves: placed(moves), engine: 'uct', iterations: 20000, ...(swap && { swap }) }), bot: 'none' });
}

const table = { className: 'hex', Board: HexBoard, moveName: (move) => move, review };

export default (props) => html`<${Play} ...${props} table=${table} />`;
