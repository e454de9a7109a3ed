// A hand as text, without any page: what it is, who plays, whose cards are probably sought.
const SITE = /^\s*PokerStars /m, STATE = /^\s*(?:MATCH)?STATE:/m, PHH = /^\s*(?:variant|actions|players)\s*=/m;

export const isHistory = (text) => [SITE, STATE, PHH].some((mark) => mark.test(text));
export const isLine = (problem) => problem?.line !== undefined || problem?.hand !== undefined;

// The text of a problem: a hand history, or a line of actions.
export const textOf = ({ hand, line }) => hand ?? (Array.isArray(line) ? line.join('\n') : line ?? '');

const numbered = (count) => Array.from({ length: count }, (_, i) => `p${i + 1}`);
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

// The strings of a TOML list, without its comments.
const listOf = (text, name) => {
  const found = new RegExp(`^\\s*${name}\\s*=\\s*\\[([^\\]]*)\\]`, 'm').exec(text);
  return found ? found[1].replace(/#.*$/gm, '').split(',').map((one) => one.trim().replace(/^(["'])(.*)\1$/, '$2')).filter(Boolean) : [];
};

const stateOf = (text) => (/^\s*(?:MATCH)?STATE:.*$/m.exec(text)?.[0] ?? '').trim().split(':');
const firstHand = (text) => text.split(/\n\s*\n(?=\s*PokerStars )/)[0];

// Returns how many hands a history has.
export function handsIn(text) {
  const count = SITE.test(text) ? all(text, /^\s*(PokerStars )/gm).length : STATE.test(text) ? all(text, /^\s*((?:MATCH)?STATE:)/gm).length : all(text, /^\s*(variant)\s*=/gm).length;
  return Math.max(1, count);
}

// Returns the names of the players of a hand history; [] if they are not found.
function namesOfHistory(text) {
  if (SITE.test(text)) return [...new Set(all(firstHand(text), /^Seat \d+: (.+) \([^()]* in chips\b[^()]*\)/gm))];
  if (STATE.test(text)) return stateOf(text).at(-1).split('|').filter(Boolean);
  const names = listOf(text, 'players');
  return names.length ? names : numbered(['starting_stacks', 'blinds_or_straddles', 'antes'].map((name) => listOf(text, name).length).find(Boolean) ?? 0);
}

// Returns the names of a problem's players, in the order p1, p2 .. of a line; at least two.
export function namesOf(problem) {
  const { hand, players } = problem, names = hand !== undefined ? namesOfHistory(hand) : Array.isArray(players) ? players : [];
  return names.length > 1 ? names : numbered(Number.isInteger(players) ? Math.min(10, Math.max(2, players)) : hand === undefined ? 6 : 10);
}

// Returns the name of the player who is "p3" or named so; undefined if there is none.
export const nameIn = (names, given) => (names.includes(given) ? given : names[/^p\d+$/i.test(given ?? '') ? Number(given.slice(1)) - 1 : -1]);

// Returns {of, hero}: the hero is the one player whose cards are known, else undefined; `of` is the last other player who bet or raised, else
// who checked or called.
export function guessOf(text, names) {
  let hero, active, passive;
  if (SITE.test(text)) {
    const hand = firstHand(text);
    hero = /^Dealt to (.+?) \[/m.exec(hand)?.[1];
    [active, passive] = ['bets|raises', 'checks|calls'].map((verbs) => all(hand, new RegExp(`^(.+): (?:${verbs})\\b`, 'gm')));
  } else {
    const known = STATE.test(text) ? stateOf(text).at(-3)?.split('/')[0].split('|').flatMap((cards, i) => (cards ? [`p${i + 1}`] : [])) ?? [] : all(text, /\bdh (p\d+) (?:[2-9TJQKA][cdhs]){2}/g);
    hero = known.length === 1 ? nameIn(names, known[0]) : undefined;
    [active, passive] = ['cbr|bets?|b|raises?|r|all-?in', 'cc|c|calls?|checks?|x'].map((verbs) => all(text, new RegExp(`\\b(p\\d+) (?:${verbs})\\b`, 'gi')).map((one) => nameIn(names, one.toLowerCase())));
  }
  const other = (list) => list.findLast((name) => name && name !== hero);
  return { of: other(active) ?? other(passive) ?? names.find((name) => name !== hero), hero };
}

// Returns the problem of a text. The settings of the problem before that still fit stay.
export function problemOfText(text, before = {}) {
  const { hand, line, of, hero, players, stacks, blinds, antes, format, ...rest } = before, history = isHistory(text);
  const given = history ? { hand: text, ...(hand !== undefined && format && { format }) } : { line: text, ...(hand === undefined && { players, stacks, blinds, antes }) }, names = namesOf(given), guess = guessOf(text, names);
  const same = history === (hand !== undefined), kept = same && nameIn(names, of) ? of : guess.of, keptHero = same && nameIn(names, hero?.player) && hero.player !== kept ? hero : guess.hero && guess.hero !== kept ? { player: guess.hero } : undefined;
  return Object.fromEntries(Object.entries({ ...given, of: kept, hero: keptHero, ...rest }).filter(([, value]) => value !== undefined));
}

// Reads "10000" as a number and "100 200 300" as a list; undefined if it is neither.
export function amountsOf(text) {
  const words = text.trim().split(/[\s,;/]+/).filter(Boolean), amounts = words.map(Number);
  return words.length && amounts.every((one) => Number.isFinite(one) && one >= 0) ? amounts.length === 1 ? amounts[0] : amounts : undefined;
}

// Reads "6" as a number of players and "Ann, Bob" as names; undefined if it is neither.
export function playersOf(text) {
  const plain = text.trim();
  if (/^\d+$/.test(plain)) return Number(plain) >= 2 && Number(plain) <= 10 ? Number(plain) : undefined;
  const names = plain.split(/[,;\n]+/).map((one) => one.trim()).filter(Boolean);
  return names.length >= 2 && names.length <= 10 && new Set(names).size === names.length ? names : undefined;
}
