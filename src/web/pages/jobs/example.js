// The names of the server's examples. Apart from app/kinds.js, since no page of a kind with a surface of its own needs them.
import { t } from '../../app/i18n.js';

// Returns the name of an example on its button: its number and the members that distinguish it.
export function exampleName(example, i) {
  const special = Object.keys(example).filter((name) => !['puzzle', 'grid', 'size', 'box', 'a', 'b', 'leader', 'deal', 'job'].includes(name));
  return t('Example {n}', { n: i + 1 }) + (special.length ? `: ${special.join(', ')}` : '');
}
