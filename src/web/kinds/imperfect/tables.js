// A problem in tables: hidden states, what was observed, what each action pays. Read from a problem, shown as two sheets, written
// back. Does not use the DOM. Entries are texts as they are typed; those that cannot be read stay.
//
// {states, prior: [text], acts: names of actions that can be observed, likelihood: [act][state], win, tie: [state], observations,
//  actions: [{id, pays: [text], rest}], form: 'outcome' (pays: win, lose, tie) or 'payoff' (pays: one for each state), rest}

export const isNumber = (text) => /^[-−]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(String(text).trim());
const entry = (text) => (isNumber(text) ? Number(String(text).trim().replace('−', '-')) : text);
const text = (value) => (value === undefined || value === null ? '' : String(value));
const list = (value) => (Array.isArray(value) ? value : []);

// Returns the shares of the states in an outcome, which lists ids or probabilities.
const sharesOf = (given, states) => (list(given).some((one) => typeof one === 'string') ? states.map((id) => (given.includes(id) ? '1' : '0')) : states.map((_, i) => text(given?.[i] ?? 0)));

// Returns the tables of a problem; undefined for another form.
export function tablesOf(problem) {
  if (!Array.isArray(problem?.hidden)) return undefined;
  const { hidden, observations, model, outcome, actions, ...rest } = problem, states = hidden.map((one) => text(one?.id ?? one)), likelihood = model?.likelihood ?? {}, acts = Object.keys(likelihood);
  const form = list(actions).some((one) => one?.payoff !== undefined) ? 'payoff' : 'outcome';
  return {
    states, prior: hidden.map((one) => text(one?.prior ?? 1)), acts, likelihood: acts.map((name) => states.map((_, i) => text(list(likelihood[name])[i]))), win: sharesOf(outcome?.win, states), tie: sharesOf(outcome?.tie, states),
    observations: list(observations).map(text), form, rest: { ...rest, ...(model && { model }) },
    actions: list(actions).map(({ id, payoff, payoff_win: win, payoff_lose: lose, payoff_tie: tie, ...more }) => ({ id: text(id), pays: form === 'outcome' ? [win, lose, tie].map(text) : states.map((_, i) => text(Array.isArray(payoff) ? payoff[i] : payoff)), rest: more }))
  };
}

const whole = (shares) => shares.every((one) => Number(one) === 0 || Number(one) === 1);
const outcomeOf = (states, shares) => (whole(shares) ? states.filter((_, i) => Number(shares[i]) === 1) : shares.map(entry));

export function problemOf({ states, prior, acts, likelihood, win, tie, observations, actions, form, rest }) {
  const { model, ...others } = rest, even = prior.every((one) => Number(one) === 1), tied = tie.some((one) => Number(one) !== 0);
  return {
    hidden: even ? states : states.map((id, i) => ({ id, prior: entry(prior[i]) })), observations,
    ...((acts.length > 0 || model) && { model: { ...model, likelihood: Object.fromEntries(acts.map((name, j) => [name, likelihood[j].map(entry)])) } }),
    ...(form === 'outcome' && { outcome: { win: outcomeOf(states, win), ...(tied && { tie: outcomeOf(states, tie) }) } }),
    actions: actions.map(({ id, pays, rest: more }) => ({ id, ...(form === 'payoff' ? { payoff: pays.map(entry) } : { payoff_win: entry(pays[0]), payoff_lose: entry(pays[1]), ...(pays[2] !== '' && { payoff_tie: entry(pays[2]) }) }), ...more })), ...others
  };
}

// ---- the two sheets; see parts/table/sheet.js ----

// The sheet of the states: their prior, what each would do, and whether the player wins against it. names: {prior, win, tie}
export function stateSheet({ states, prior, acts, likelihood, win, tie, form }, names) {
  const last = form === 'outcome' ? [win, tie] : [];
  return { rows: states, cols: [names.prior, ...acts, ...(last.length ? [names.win, names.tie] : [])], layers: [states.map((_, i) => [prior[i], ...likelihood.map((row) => row[i]), ...last.map((shares) => shares[i])])] };
}

const column = (sheet, j, blank) => sheet.rows.map((_, i) => (j < 0 ? blank : sheet.layers[0][i][j]));

// Returns the tables with a changed sheet of the states. A column keeps its meaning by its name.
export function withStateSheet(tables, sheet, names) {
  const special = new Set([names.prior, names.win, names.tie]), places = sheet.cols.flatMap((name, j) => (special.has(name) ? [] : [j])), at = (name) => sheet.cols.indexOf(name), from = sheet.rows.map((name) => tables.states.indexOf(name));
  const same = sheet.rows.length === tables.states.length && from.filter((one) => one < 0).length <= 1, acts = places.map((j) => sheet.cols[j]);
  const renamed = new Map(acts.length === tables.acts.length ? tables.acts.map((name, j) => [name, acts[j]]) : []);
  return {
    ...tables, states: sheet.rows, prior: column(sheet, at(names.prior), '1'), acts, likelihood: places.map((j) => column(sheet, j, '')), win: column(sheet, at(names.win), '0'), tie: column(sheet, at(names.tie), '0'),
    observations: tables.observations.map((name) => renamed.get(name) ?? name).filter((name) => acts.includes(name)),
    actions: tables.form === 'outcome' ? tables.actions : tables.actions.map((one) => ({ ...one, pays: from.map((old, i) => one.pays[old >= 0 ? old : same ? i : -1] ?? '0') }))
  };
}

// The sheet of the actions: what each pays.
export const actionSheet = ({ states, actions, form }, names) => ({ rows: actions.map(({ id }) => id), cols: form === 'outcome' ? [names.wins, names.loses, names.ties] : states, layers: [actions.map(({ pays }) => pays)] });

export function withActionSheet(tables, sheet) {
  const from = sheet.rows.map((name) => tables.actions.findIndex(({ id }) => id === name)), same = sheet.rows.length === tables.actions.length;
  return { ...tables, actions: sheet.rows.map((id, i) => ({ id, pays: sheet.layers[0][i], rest: tables.actions[from[i] >= 0 ? from[i] : same ? i : -1]?.rest ?? {} })) };
}

// Returns the names of the observations and the posterior after each of the first `upto` of them, computed in the page; undefined if an
// entry cannot be read or nothing is possible.
export function posteriorOf({ prior, acts, likelihood, observations }, upto = observations.length) {
  let shares = prior.map((one) => (isNumber(one) ? Number(one) : NaN));
  for (const name of observations.slice(0, upto)) shares = shares.map((share, i) => share * Number(likelihood[acts.indexOf(name)]?.[i] || NaN));
  const sum = shares.reduce((a, b) => a + b, 0);
  return sum > 0 && Number.isFinite(sum) ? shares.map((share) => share / sum) : undefined;
}
