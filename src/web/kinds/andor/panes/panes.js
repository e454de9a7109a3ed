// The panes of an answer besides its solution graphs; loaded when one of them is opened.
export { Audit } from './audit.js';
export { Check } from './check.js';
export { Compared, Values } from './tables.js';
export { Walk } from './walk.js';
