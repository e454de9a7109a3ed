// The panes of an answer that are not shown at first; loaded with the first of them.
export { Curves as picture } from './curves.js';
export { Dominance as dominance } from './dominance.js';
export { Pareto as pareto } from './pareto.js';
export { Security as security } from './security.js';
