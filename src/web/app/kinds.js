// Loads the parts of a kind from kinds/: its module when one of its jobs or problems is shown, its summary alone for
// lists, and its texts in other languages with either of them.
import all from 'kinds:all';
import { signal } from './dom.js';
import { addTexts, t } from './i18n.js';
import { persist } from './net/reach.js';

const found = {}; // "kind part" -> signal of the loaded part; undefined while it loads, null if it does not exist

// Loads the texts of a kind, for its module and for pages that show parts of it.
export function addKindTexts(kind) {
  addTexts('parts', { zh: () => import('lang:parts/zh') });
  return all[kind].texts && addTexts(kind, all[kind].texts);
}

function part(kind, name) {
  const known = all[kind], key = `${kind} ${name}`;
  if (!found[key]) {
    const loaded = found[key] = signal(known?.[name] ? undefined : null);
    if (known?.summaryTexts) addTexts(`${kind} summary`, known.summaryTexts);
    if (known && name === 'module') addKindTexts(kind);
    if (known?.[name]) persist(known[name]).then((module) => { loaded.value = module.default; }, () => { loaded.value = null; });
  }
  return found[key].value;
}

// Returns the module of a kind; undefined while it loads, {} if the kind has none.
export function kindModule(kind) {
  const module = part(kind, 'module');
  return module === null ? {} : module;
}

// Resolves to the module of a kind, {} if the kind has none.
export const loadKind = (kind) => new Promise((resolve) => {
  part(kind, 'module');
  const stop = found[`${kind} module`].subscribe((module) => { if (module !== undefined) { queueMicrotask(() => stop()); resolve(module ?? {}); } });
});

// The names of kinds: t('Sudoku') t('Two-hand whist') t('Bridge') t('AND/OR graphs') t('Game trees') t('Matrix games') t('Hold’em') t('Imperfect information') t('Hex')
const names = { sudoku: 'Sudoku', bridge: 'Bridge', whist: 'Two-hand whist', andor: 'AND/OR graphs', gametree: 'Game trees', matrix: 'Matrix games', holdem: 'Hold’em', imperfect: 'Imperfect information', hex: 'Hex' };
export const kindsHere = [...new Set([...Object.keys(names), ...Object.keys(all)])].filter((kind) => all[kind]);
export const kindName = (kind) => (names[kind] ? t(names[kind]) : kind);

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

// Returns the miniature of a kind for the home page; undefined while it loads, null if the kind has none.
export const miniOf = (kind) => part(kind, 'mini');
