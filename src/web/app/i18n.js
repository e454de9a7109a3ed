// Languages. The English text is the key: t('Retry') returns 'Retry' or its entry in lang/zh.js. {name} is replaced by
// a value.
import { effect, signal } from './dom.js';
import { hashOf, unpack } from './hash.js';
import { keep } from './keep.js';
import { persist } from './net/reach.js';

export const languages = { en: 'English', zh: '中文' };

export const lang = keep('lang', navigator.language?.startsWith('zh') ? 'zh' : 'en');
const NONE = { texts: new Map(), used: new Map() };
const translated = signal(NONE); // texts: number -> text; used: English -> text, as far as drawn, which saves hashing; NONE: English, or not loaded yet
const loaders = { page: { zh: () => import('lang:lang/zh') } }; // owner -> language -> loads its texts, packed by the build

async function load(ofLanguages) {
  const wanted = lang.peek();
  if (ofLanguages[wanted]) await persist(ofLanguages[wanted]).then((module) => { if (lang.peek() === wanted) translated.value = { texts: new Map([...translated.peek().texts, ...unpack(module.default)]), used: new Map() }; }, () => {});
}

// Registers the texts of one page or kind, so that the other pages do not load them. Resolves when they are loaded.
export async function addTexts(whose, ofLanguages) {
  if (loaders[whose]) return;
  loaders[whose] = ofLanguages;
  await load(ofLanguages);
}

let first;
effect(() => {
  document.documentElement.lang = lang.value === 'zh' ? 'zh-CN' : 'en';
  translated.value = NONE;
  const all = Promise.all(Object.values(loaders).map(load));
  first ??= all;
});

// Resolves when the page can be drawn in its language, which would otherwise begin in English and jump; without texts after
// a while, since they may never come.
const PATIENCE = 1500; // ms
export const spoken = Promise.race([first, new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);

export function t(text, values) {
  const { texts, used } = translated.value;
  let found = texts.size ? used.get(text) : text;
  if (found === undefined) used.set(text, found = texts.get(hashOf(text)) ?? text);
  return values ? found.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole) : found;
}

// ---- numbers and times in the language of the page ----

const locale = () => (lang.value === 'zh' ? 'zh-CN' : 'en');

const formats = {}; // creating a formatter takes longer than 100 uses of it
function format(Kind, options) {
  const name = locale() + Kind.name + JSON.stringify(options);
  return formats[name] ??= new Kind(locale(), options);
}

export const number = (value, options) => format(Intl.NumberFormat, options).format(value);
export const compact = (value) => number(value, { notation: 'compact' }); // 12K

export function duration(ms) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return '–';
  if (ms < 1) return `${number(ms * 1000, { maximumFractionDigits: 0 })} µs`;
  if (ms < 1000) return `${number(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
  if (ms < 60000) return `${number(ms / 1000, { maximumFractionDigits: ms < 10000 ? 2 : 1 })} s`;
  return `${Math.floor(ms / 60000)} min ${Math.round(ms / 1000) % 60} s`;
}

export function bytes(count) {
  const units = ['B', 'kB', 'MB', 'GB'];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) { count /= 1000; unit++; }
  return `${number(count, { maximumFractionDigits: unit && count < 10 ? 1 : 0 })} ${units[unit]}`;
}

export const clock = (iso) => format(Intl.DateTimeFormat, { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(iso));

export const time = (seconds) => format(Intl.DateTimeFormat, { timeStyle: 'medium', hourCycle: 'h23' }).format(seconds * 1000);

export function ago(iso, now = Date.now()) {
  const seconds = (now - Date.parse(iso)) / 1000;
  const relative = format(Intl.RelativeTimeFormat, { numeric: 'auto' });
  for (const [unit, size] of [['day', 86400], ['hour', 3600], ['minute', 60]])
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return relative.format(-Math.max(0, Math.floor(seconds)), 'second');
}
