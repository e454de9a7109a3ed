// The table of Grundy's game and nim.
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { link } from '../../../app/router.js';
import { Board } from '../../../kinds/gametree/piles/board.js';
import { game as rules, moveOf, partsOf } from '../../../kinds/gametree/piles/rules.js';
import { Play } from '../play.js';
import '../../../kinds/gametree/gametree.css';

// "7->1+6" of Grundy's game, "5->1" of nim.
const written = (game, pile, at) => (game === 'grundy' ? `${pile}->${at}+${pile - at}` : `${pile}->${at}`);

function PilesBoard({ state: { game, settings, position: { piles } }, press, type, label, steps }) {
  const shown = { game, piles, most: settings.take };
  const play = (move) => { const [i, at] = partsOf(move); press(written(game, piles[i], at)); };
  return html`<${Board} position=${shown} press=${play} type=${type} label=${label} />${steps()}
    <p class="hint">${game === 'grundy' ? t('Click a coin to split its pile behind it, into two unequal ones.') : t('Click a coin: it and the coins right of it are taken.')}</p>`;
}

// The page of game trees names piles by their places, which this finds by playing.
function review({ game, settings: { piles = [game === 'grundy' ? 7 : 5], misere, take }, moves }) {
  const problem = { game, piles, ...(misere && { misere }), ...(take && { take }) };
  let position = rules.start(problem);
  const made = moves.filter((move) => move !== 'resign').map((move) => {
    const [pile, at] = move.split(/->|\+/).map(Number), named = moveOf(position.piles.indexOf(pile), at);
    position = rules.apply(position, named);
    return named;
  });
  return link(['gametree'], { p: JSON.stringify(problem), play: rules.write(made) });
}

const table = { className: 'gametree', Board: PilesBoard, moveName: (move) => move.replace('->', ' → ').replace('+', ' + '), review };

export default (props) => html`<${Play} ...${props} table=${table} />`;
