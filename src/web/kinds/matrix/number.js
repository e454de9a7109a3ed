// Exact numbers, 3, -2.5 or "1/3", as fractions of whole numbers.
const FORM = /^([-−]?)(\d+)(?:\/(\d+)|(?:\.(\d+))?(?:[eE]([-+]?\d{1,3}))?)$/;

// Reads a text or number -> {n, d}, or null.
export function read(given) {
  const [, sign, whole, below, digits = '', power = '0'] = FORM.exec(String(given).trim()) ?? [];
  if (whole === undefined || (below && !BigInt(below))) return null;
  const places = digits.length - Number(power);
  let n = BigInt(whole + digits), d = BigInt(below ?? 1);
  if (places < 0) n *= 10n ** BigInt(-places);
  else d *= 10n ** BigInt(places);
  return { n: sign ? -n : n, d };
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

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// Returns the weighted mean of payoffs, exact, as text.
export function mean(weights, payoffs) {
  let n = 0n, d = 1n;
  weights.forEach((weight, i) => {
    const one = read(weight), two = read(payoffs[i]);
    n = n * one.d * two.d + one.n * two.n * d;
    d *= one.d * two.d;
  });
  const common = gcd(n < 0n ? -n : n, d);
  return d === common ? String(n / common) : `${n / common}/${d / common}`;
}
