// Loads the parts of a kind from kinds/: its module when one of its jobs or problems is shown, its summary alone for
// lists, and its texts in other languages with either of them.
import all from 'kinds:all';
import { signal } from './dom.js';
import { addTexts, t } from './i18n.js';

const found = {}; // "kind part" -> signal of the loaded part; undefined while it loads, null if it does not exist

function part(kind, name) {
  const known = all[kind], key = `${kind} ${name}`;
  if (!found[key]) {
    const loaded = found[key] = signal(known?.[name] ? undefined : null);
    if (known?.summaryTexts) addTexts(`${kind} summary`, known.summaryTexts);
    if (name === 'module') addTexts('parts', { zh: () => import('lang:parts/zh') });
    if (known?.texts && name === 'module') addTexts(kind, known.texts);
    known?.[name]?.().then((module) => { loaded.value = module.default; }, () => { loaded.value = null; });
  }
  return found[key].value;
}

// Returns {Editor, View}; undefined while the module loads, {} if the kind has none.
export function kindModule(kind) {
  const module = part(kind, 'module');
  return module === null ? {} : module;
}

// Translates a phrase of the server's summary. A summary is English and consists of phrases separated by ", " and ": ",
// each made of fixed words or of words around one or two numbers.
function phrase(text) {
  const [count, other] = text.match(/-?\d[\d./]*/g) ?? [];
  return t(text.replace(count, '{count}').replace(other, '{other}'), { count, other });
}

// Returns the description of a job in lists: from the kind's summary.js, else the server's summary, translated phrase
// by phrase.
export function summaryOf(job) {
  const own = part(job.kind, 'summary');
  return own ? own(job) : own === null ? job.summary?.split(/(, |: )/).map((text, i) => (i % 2 ? text : phrase(text))).join('') : undefined;
}

// Returns the name of an example on its button: its number and the members that distinguish it.
export function exampleName(example, i) {
  const special = Object.keys(example).filter((name) => !['puzzle', 'grid', 'size', 'box', 'a', 'b', 'leader', 'deal', 'job'].includes(name));
  return t('Example {n}', { n: i + 1 }) + (special.length ? `: ${special.join(', ')}` : '');
}
