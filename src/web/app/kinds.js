// The modules of kinds/, loaded when a kind is first looked at.
import all from 'kinds:all';
import { signal } from './dom.js';

const modules = {}; // kind -> signal of its module; undefined while it loads, {} where there is none

export function kindModule(kind) {
  if (!modules[kind]) {
    const found = modules[kind] = signal(all[kind] ? undefined : {});
    all[kind]?.().then((module) => { found.value = module.default; }, () => { found.value = {}; });
  }
  return modules[kind].value;
}
