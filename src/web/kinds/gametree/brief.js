// What a list says of a job. The server's brief of a result is English, made of phrases between ", " and ": ", each of
// fixed words or of words around one number.
import { number, t } from '../../app/i18n.js';

// Phrases: t('tree') t('1 node') t('{count} nodes') t('MAX to move') t('MIN to move') t('to depth {count}') t('move {count}') t('at least {count}') t('at most {count}')
// t('timeout') t('tic-tac-toe') t('1 ply') t('{count} plies') t('cell {count}') t('infinity') t('-infinity') t('connect four') t('column {count}') t('win') t('loss') t('draw')
// t('Grundy') t('Nim') t('Nim misere') t('a pile of {count}') t('{count} piles') t('value {count}') t('stopped at the value of {count}')
// t('MAX to move wins') t('MAX to move loses') t('MIN to move wins') t('MIN to move loses')
const phrase = (text) => t(/^1 /.test(text) ? text : text.replace(/-?\d[\d.]*/, '{count}'), { count: /-?\d[\d.]*/.exec(text)?.[0] });

export default ({ brief, progress }) => (brief ? brief.split(/(, |: )/).map((part, i) => (i % 2 || /^-?\d[\d.e+]*$/.test(part) ? part : phrase(part))).join('')
  : progress?.nodes ? t('{count} nodes', { count: number(progress.nodes) }) : undefined);
