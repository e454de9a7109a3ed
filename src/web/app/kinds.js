// What there is of a kind in kinds/: its module, loaded when a job or a problem of it is looked at; its brief alone, for
// lists; its texts in other languages, with either.
import all from 'kinds:all';
import { signal } from './dom.js';
import { addTexts, t } from './i18n.js';

const found = {}; // "kind part" -> signal of what was loaded; undefined while it loads, null where there is none

function part(kind, name) {
  const known = all[kind], key = `${kind} ${name}`;
  if (!found[key]) {
    const loaded = found[key] = signal(known?.[name] ? undefined : null);
    if (known?.briefTexts) addTexts(`${kind} brief`, known.briefTexts);
    if (known?.texts && name === 'module') addTexts(kind, known.texts);
    known?.[name]?.().then((module) => { loaded.value = module.default; }, () => { loaded.value = null; });
  }
  return found[key].value;
}

// {Editor, View}, undefined while it loads, {} where there is none
export function kindModule(kind) {
  const module = part(kind, 'module');
  return module === null ? {} : module;
}

// The server's brief is English, made of phrases between ", " and ": ", each of fixed words or of words around one number
// or two.
function phrase(text) {
  const [count, other] = text.match(/-?\d[\d./]*/g) ?? [];
  return t(text.replace(count, '{count}').replace(other, '{other}'), { count, other });
}

// What a list says of a job: as its kind puts it, else the server's brief, phrase by phrase.
export function briefOf(job) {
  const own = part(job.kind, 'brief');
  return own ? own(job) : own === null ? job.brief?.split(/(, |: )/).map((text, i) => (i % 2 ? text : phrase(text))).join('') : undefined;
}

// What a button calls an example: its number, and the members that make it special.
export function exampleName(example, i) {
  const special = Object.keys(example).filter((name) => !['puzzle', 'grid', 'size', 'box', 'a', 'b', 'leader', 'deal', 'job'].includes(name));
  return t('Example {n}', { n: i + 1 }) + (special.length ? `: ${special.join(', ')}` : '');
}
