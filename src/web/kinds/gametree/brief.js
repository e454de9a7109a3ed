// What a list says of a job. The server's brief of a result is English, made of phrases between ", " and ": ".
import { t } from '../../app/i18n.js';

// Phrases: t('value {count}')
const phrase = (text) => t(text.replace(/-?\d[\d.]*/, '{count}'), { count: /-?\d[\d.]*/.exec(text)?.[0] });

export default ({ brief }) => brief?.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('');
