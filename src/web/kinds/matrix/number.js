// Exact numbers, 3, -2.5 or "1/3", as fractions of whole numbers.
const FORM = /^([-−]?)(\d+)(?:\/(\d+)|(?:\.(\d+))?(?:[eE]([-+]?\d{1,3}))?)$/;

const KEPT = 20000;
const known = new Map(); // text -> fraction: a table is read anew at each change

function parse(text) {
  const [, sign, whole, below, digits = '', power = '0'] = FORM.exec(text.trim()) ?? [];
  if (whole === undefined || (below && !BigInt(below))) return null;
  const places = digits.length - Number(power);
  let n = BigInt(whole + digits), d = BigInt(below ?? 1);
  if (places < 0) n *= 10n ** BigInt(-places);
  else d *= 10n ** BigInt(places);
  return { n: sign ? -n : n, d };
}

// Reads a text or number -> {n, d}, or null.
export function read(given) {
  const text = String(given);
  let found = known.get(text);
  if (found === undefined) {
    if (known.size >= KEPT) known.clear();
    known.set(text, found = parse(text));
  }
  return found;
}

// ---- fractions {n, d}; d is above 0 ----

export const ZERO = { n: 0n, d: 1n }, ONE = { n: 1n, d: 1n };
export const plus = (a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
export const minus = (a, b) => plus(a, { n: -b.n, d: b.d });
export const times = (a, b) => ({ n: a.n * b.n, d: a.d * b.d });

// Returns a negative number, 0 or a positive one.
export function compare(a, b) {
  const one = a.n * b.d, two = b.n * a.d;
  return one < two ? -1 : one > two ? 1 : 0;
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// Returns a fraction in lowest terms, as text.
export function textOf({ n, d }) {
  const common = gcd(n < 0n ? -n : n, d);
  return d === common ? String(n / common) : `${n / common}/${d / common}`;
}

// Returns the entry for a problem: a number if JSON represents it exactly, else a string.
export function entry(text) {
  const tidy = String(text).trim().replace('−', '-');
  return /^-?\d{1,15}$|^-?\d{1,9}\.\d{1,5}$/.test(tidy) ? Number(tidy) : tidy;
}

export function value(given) {
  const { n, d } = read(given) ?? { n: 0n, d: 1n };
  return Number((n * 10n ** 15n) / d) / 1e15;
}

const LONG = 13; // characters

// Formats a number: a decimal if it is exact and short, else a fraction, else an approximation. ratio: never a decimal,
// for probabilities.
export function show(given, ratio) {
  const { n, d } = read(given) ?? {};
  if (d === undefined) return String(given);
  const exact = !ratio && 10000n % d === 0n ? String(Number(n * (10000n / d)) / 10000) : String(given);
  const text = exact.length > LONG ? `≈ ${Number(value(given).toPrecision(5))}` : exact;
  return text.replace('-', '−');
}

// Returns the name of a dominating strategy, pure or mixed.
export const byText = (by) => (typeof by === 'string' ? by : Object.entries(by).map(([name, weight]) => `${show(weight, true)} ${name}`).join(' + '));

// Returns the weighted mean of payoffs, exact, as text.
export const mean = (weights, payoffs) => textOf(weights.reduce((sum, weight, i) => plus(sum, times(read(weight), read(payoffs[i]))), ZERO));
