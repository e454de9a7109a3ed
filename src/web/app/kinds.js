// The modules of kinds/, loaded when a kind is first looked at.
import all from 'kinds:all';
import { signal } from './dom.js';
import { t } from './i18n.js';

const modules = {}; // kind -> signal of its module; undefined while it loads, {} where there is none

export function kindModule(kind) {
  if (!modules[kind]) {
    const found = modules[kind] = signal(all[kind] ? undefined : {});
    all[kind]?.().then((module) => { found.value = module.default; }, () => { found.value = {}; });
  }
  return modules[kind].value;
}

// What a button calls an example: its number, and the members that make it special.
export function exampleName(example, i) {
  const special = Object.keys(example).filter((name) => !['puzzle', 'grid', 'size', 'box', 'job'].includes(name));
  return t('Example {n}', { n: i + 1 }) + (special.length ? `: ${special.join(', ')}` : '');
}
