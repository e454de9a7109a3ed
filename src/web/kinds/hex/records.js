// Games in and out: the server reads and writes SGF, addresses of HexWorld and commands of HTP.
import { html } from '../../app/dom.js';
import { lang, t } from '../../app/i18n.js';
import { copy } from '../../app/ui/copy.js';
import { saveText } from '../../app/ui/save.js';
import { toast } from '../../app/ui/toast.js';
import { answerOf } from '../../parts/ask.js';
import { Menu } from '../../parts/menu.js';
import { withoutSettings } from './read.js';

const recordOf = (problem) => answerOf('hex', { ...problem, record: true });

// Whether a text may be a record: SGF, an address of HexWorld, commands of HTP, or a board that is not square.
const mayBeRecord = (text) => /\(\s*;|#\d|^\s*(boardsize|clear_board|play)\b|^\s*(hex\s+)?\d+x\d/i.test(text);

// Resolves to the game of a text as a problem; undefined, with a message, if there is none.
export async function readRecord(text) {
  let message;
  try {
    if (mayBeRecord(text)) return (await recordOf({ text })).problem;
  } catch (error) {
    ({ message } = error);
  }
  const [, n] = /^move (\d+)/.exec(message) ?? [];
  toast(message && lang.value === 'en' ? message : n ? t('Move {n} cannot be played.', { n }) : t('No game found in this text.'), { bad: true });
  return undefined;
}

export function Save({ play: { game, all, changed } }) {
  const name = `hex-${game.cols}x${game.rows}`;
  const given = async () => {
    return recordOf(withoutSettings(changed({ moves: all }))).catch(({ message }) => { toast(t(message), { bad: true }); });
  };
  const save = (form, type, put) => async () => {
    const text = (await given())?.[form];
    if (text) put(text, type);
    else if (text === null) toast(t('This game cannot be written so.'), { bad: true });
  };
  return html`<${Menu} name=${t('Save the game')} items=${[
    [t('as SGF'), save('sgf', 'application/x-hex-sgf', (text, type) => saveText(text, `${name}.sgf`, type))],
    [t('as commands of HTP'), save('htp', 'text/plain', (text, type) => saveText(text, `${name}.htp`, type))],
    [t('copy the address on HexWorld'), save('hexworld', '', copy)]
  ]} />`;
}
