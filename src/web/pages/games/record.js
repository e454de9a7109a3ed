// Saves the record of a game.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { copy } from '../../app/ui/copy.js';
import { saveText } from '../../app/ui/save.js';
import { attempt } from '../../app/ui/toast.js';
import { Menu } from '../../parts/menu.js';
import { record } from './calls.js';

// Of each game; hex has those of other programs beside JSON.
const FORMATS = { json: ['JSON', 'application/json'], sgf: ['SGF', 'application/x-go-sgf'], htp: ['HTP', 'text/plain'] };

export function Record({ state: { id, game, moves }, invite }) {
  const save = (format) => attempt(async () => {
    const [, type] = FORMATS[format], text = await record(id, invite, format === 'json' ? undefined : format);
    saveText(text, `${game}-${id.slice(0, 8)}.${format}`, type);
  });
  const share = () => attempt(async () => copy((await record(id, invite, 'hexworld')).trim()));
  const formats = game === 'hex' ? ['sgf', 'htp', 'json'] : ['json'], items = formats.map((format) => [t('Save as {format}', { format: FORMATS[format][0] }), () => save(format)]);
  return moves.length > 0 && html`<${Menu} name=${t('Record')} items=${[...items, ...(game === 'hex' ? [[t('Copy the link to HexWorld'), share]] : [])]} />`;
}
