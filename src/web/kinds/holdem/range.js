// Ranges of starting hands: the text that the server reads, weights of the 1,326 combos, the 169 classes of the grid.
// A range is a Float64Array of weights from 0 to 1, by the number of the combo.
import { RANKS, cardOf, suitOf, textOf } from './cards.js';

export const COMBOS = 1326, CLASSES = 169;
const ORDER = '23456789TJQKA'; // ranks upwards

export const comboOf = (a, b) => (a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a);

const pairs = []; // of cards, by combo
for (let a = 1; a < 52; a++) for (let b = 0; b < a; b++) pairs.push([a, b]);
export const cardsOfCombo = (combo) => pairs[combo];

// Returns the class of a combo, 13 * row + column: row and column are ranks from the ace down, suited hands above the diagonal.
export function classOf(combo) {
  const [a, b] = pairs[combo], high = 12 - (a >> 2), low = 12 - (b >> 2);
  return suitOf(a) === suitOf(b) ? 13 * high + low : 13 * low + high;
}

const members = Array.from({ length: CLASSES }, () => []);
for (let combo = 0; combo < COMBOS; combo++) members[classOf(combo)].push(combo);
export const combosOf = (at) => members[at];

export function className(at) {
  const row = Math.floor(at / 13), column = at % 13;
  return row === column ? RANKS[row] + RANKS[row] : row < column ? `${RANKS[row]}${RANKS[column]}s` : `${RANKS[column]}${RANKS[row]}o`;
}

// ---- reading ----

const classAt = (high, low, suited) => { // high, low: 0 to 12, upwards
  const row = 12 - high, column = 12 - low;
  return suited ? 13 * row + column : 13 * column + row;
};

// Returns the classes of "AKs", "AK", "QQ", with "+" or with a second end after "-"; undefined if it is none.
function classesOf(text) {
  const found = /^([2-9TJQKA])([2-9TJQKA])([so]?)(?:(\+)|-([2-9TJQKA])([2-9TJQKA])([so]?))?$/i.exec(text);
  if (!found) return undefined;
  const [one, two, toOne, toTwo] = [found[1], found[2], found[5], found[6]].map((letter) => (letter ? ORDER.indexOf(letter.toUpperCase()) : undefined));
  const high = Math.max(one, two), low = Math.min(one, two), kind = found[3].toLowerCase(), kinds = high === low ? [''] : kind ? [kind] : ['s', 'o'];
  if (high === low && kind) return undefined;
  const list = [], add = (h, l) => kinds.forEach((k) => list.push(classAt(h, l, k === 's')));
  if (toOne === undefined) {
    const top = !found[4] ? low : high === low ? 12 : high - 1;
    for (let i = low; i <= top; i++) high === low ? add(i, i) : add(high, i);
    return list;
  }
  const endHigh = Math.max(toOne, toTwo), endLow = Math.min(toOne, toTwo), down = high - endHigh; // both ends: QQ-99, A5s-A2s, T9s-54s
  if (found[7].toLowerCase() !== kind || (high === low) !== (endHigh === endLow) || (down !== 0 && high - low !== endHigh - endLow) || low < endLow) return undefined;
  for (let i = 0; i <= low - endLow; i++) add(down ? high - i : high, low - i);
  return list;
}

function combosOfToken(text) {
  if (/^(random|any|\*)$/i.test(text)) return Array.from({ length: COMBOS }, (_, i) => i);
  const classes = classesOf(text);
  if (classes) return classes.flatMap(combosOf);
  const plain = text.replace(/10/g, 'T');
  if (plain.length !== 4) return undefined;
  const [a, b] = [cardOf(plain[0], plain[1]), cardOf(plain[2], plain[3])];
  return a < 0 || b < 0 || a === b ? undefined : [comboOf(a, b)];
}

// Returns the weights of a text such as "QQ+,AKs:0.5,AhKd"; a later part replaces an earlier one. undefined if it cannot be read.
export function rangeOf(text) {
  const weights = new Float64Array(COMBOS), tokens = String(text).split(/[\s,;]+/).filter(Boolean);
  for (const token of tokens) {
    const [name, weight = '1', more] = token.split(':'), share = /^(\d+\.?\d*|\.\d+)$/.test(weight) ? Number(weight) : NaN, combos = combosOfToken(name);
    if (!combos || more !== undefined || !(share >= 0 && share <= 1)) return undefined;
    for (const combo of combos) weights[combo] = share;
  }
  return tokens.length ? weights : undefined;
}

// ---- writing ----

// Returns a row of equal classes as text, such as "QQ+" or "A5s-A2s". from, to: ranks upwards; name(i): of class i; top: the highest i.
const runText = (from, to, top, name) => (from === to ? name(from) : to === top ? `${name(from)}+` : `${name(to)}-${name(from)}`);

function runsOf(values, top, name, out) { // values: [i] = weight or undefined, i from 0 to top
  for (let i = top; i >= 0;) {
    let end = i;
    while (end > 0 && values[end - 1] === values[i]) end--;
    if (values[i]) out.push({ text: runText(end, i, top, name), weight: values[i] });
    i = end - 1;
  }
}

const round = (weight) => Math.round(weight * 1e4) / 1e4;

// Returns the shortest usual text of the weights; "" if all are 0.
export function textOfRange(weights) {
  if (weights.every((weight) => weight === 1)) return 'random';
  const same = Array.from({ length: CLASSES }, (_, at) => {
    const combos = combosOf(at), first = round(weights[combos[0]]);
    return combos.every((combo) => round(weights[combo]) === first) ? first : undefined;
  });
  const found = [], name = (h, l, kind) => ORDER[h] + ORDER[l] + kind;
  runsOf(Array.from({ length: 13 }, (_, i) => same[classAt(i, i, false)]), 12, (i) => name(i, i, ''), found);
  for (let high = 12; high > 0; high--) {
    const row = (suited) => Array.from({ length: high }, (_, i) => same[classAt(high, i, suited)]), suited = row(true), off = row(false), both = [];
    const alike = suited.map((weight, i) => (weight && weight === off[i] ? weight : undefined));
    runsOf(alike, high - 1, (i) => name(high, i, ''), both);
    const left = (list) => list.map((weight, i) => (alike[i] ? undefined : weight));
    found.push(...both);
    runsOf(left(suited), high - 1, (i) => name(high, i, 's'), found);
    runsOf(left(off), high - 1, (i) => name(high, i, 'o'), found);
  }
  for (let at = 0; at < CLASSES; at++) {
    if (same[at] !== undefined) continue;
    for (const combo of combosOf(at)) if (round(weights[combo])) found.push({ text: cardsOfCombo(combo).map(textOf).join(''), weight: round(weights[combo]) });
  }
  return found.map(({ text, weight }) => (weight === 1 ? text : `${text}:${weight}`)).join(',');
}

// ---- the grid ----

// Returns the mean weight of each class, without the combos that hold a dead card (a Set); NaN for a class that has none left.
export function meansOf(weights, dead = new Set()) {
  return Array.from({ length: CLASSES }, (_, at) => {
    const live = combosOf(at).filter((combo) => !cardsOfCombo(combo).some((card) => dead.has(card)));
    return live.length ? live.reduce((sum, combo) => sum + weights[combo], 0) / live.length : NaN;
  });
}

// Returns the weights with those of a class replaced.
export function withClass(weights, at, weight) {
  const next = weights.slice();
  for (const combo of combosOf(at)) next[combo] = weight;
  return next;
}

// Returns how many combos have a weight, without those that hold a dead card.
export const countOf = (weights, dead = new Set()) => weights.reduce((sum, weight, combo) => sum + (weight > 0 && !cardsOfCombo(combo).some((card) => dead.has(card))), 0);

// Returns the two cards of a range of one combo, else undefined.
export function handOf(weights) {
  let found;
  for (let combo = 0; combo < COMBOS; combo++) {
    if (!weights[combo]) continue;
    if (found !== undefined) return undefined;
    found = combo;
  }
  return found === undefined ? undefined : cardsOfCombo(found);
}
