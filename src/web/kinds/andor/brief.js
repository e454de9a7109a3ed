// What a list says of a job. The server's brief of a result is English, made of phrases between ", " and ": ", each of
// fixed words or of words around one number.
import { number, t } from '../../app/i18n.js';

// Phrases: t('1 node') t('{count} nodes') t('1 connector') t('{count} connectors') t('cost {count}') t('not proved') t('1 optimal graph') t('{count} optimal graphs')
// t('unsolvable') t('not known within the node limit') t('not known in the time given')
const phrase = (text) => t(/^1 /.test(text) ? text : text.replace(/\d[\d.]*/, '{count}'), { count: /\d[\d.]*/.exec(text)?.[0] });

export default ({ brief, progress }) => (brief ? brief.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('')
  : progress?.expanded ? t('{count} expansions', { count: number(progress.expanded) }) : undefined);
