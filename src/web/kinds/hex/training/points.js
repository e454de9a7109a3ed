// The curve of a training as lines with intervals. Does not use the DOM.
const Z = 1.959964; // of 95 %

// Wilson's 95 % interval of a rate of so many games: [low, high].
export function wilson(rate, games) {
  if (!games) return [0, 1];
  const z2 = Z * Z / games, centre = (rate + z2 / 2) / (1 + z2), half = Z * Math.sqrt(rate * (1 - rate) / games + z2 / games / 4) / (1 + z2);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

// The win rates against a reference, 'uct', 'resistance' or 'best': [{ step, value, low, high }].
export const ratesOf = (curve, reference) => curve.filter((point) => point[reference] !== undefined).map(({ step, of, [reference]: value }) => {
  const [low, high] = wilson(value, of);
  return { step, value, low, high };
});

export const lossesOf = (curve) => curve.map(({ step, loss }) => ({ step, value: loss }));

// The point of the best network, undefined without any. training: result, progress or what a model says of its training.
export const bestPoint = ({ curve = [], best_step: step } = {}) => curve.find((point) => point.step === step);

// How much of its budget a training has used, 0 to 1; undefined without a limit.
export function shareDone({ step = 0, steps = 0, cpu_s: used = 0, seconds = 0 }) {
  const shares = [steps > 0 && step / steps, seconds > 0 && used / seconds].filter((share) => share !== false);
  return shares.length ? Math.min(1, Math.max(...shares)) : undefined;
}

// The request that goes on with a training. train: its settings as they were asked for; more: further minutes of processor time
// for a training that has used up its budget, else undefined; used: seconds of processor time so far
export function continued(train, model, more, used) {
  if (more === undefined) return { train, model };
  return { train: { ...train, steps: 0, seconds: Math.ceil(used) + Math.round(60 * more) }, model };
}
