// Graphs as text, one rule a line, in the form of the lecture notes: "R1: n0 -> n1, n2 cost 3". Does not use the DOM.
const RULE = /^(?:([^\s:]+)\s*:\s+)?(\S+?)\s*(?:->|→|=>)\s*(.*?)(?:\s+cost\s+(\d+(?:\.\d+)?))?\s*$/;
const NAME = /^[^\s,;:>()"]+$/;
const split = (list) => list.split(/[\s,;]+/).filter(Boolean);

// Returns { connectors: [{ id?, from, to, cost? }], faults: [line number, from 1] }. Empty lines and lines that begin
// with "//" are ignored.
export function readRules(given) {
  const connectors = [], faults = [];
  given.split('\n').forEach((line, i) => {
    const bare = line.trim();
    if (!bare || bare.startsWith('//')) return;
    const [, id, from, list = '', cost] = RULE.exec(bare) ?? [], to = split(list);
    if (!from || !NAME.test(from) || !to.length || !to.every((name) => NAME.test(name)) || to.includes('if')) return void faults.push(i + 1);
    connectors.push({ ...(id && { id }), from, to, ...(cost !== undefined && { cost: Number(cost) }) });
  });
  return { connectors, faults };
}

// Writes rules. Ids and costs equal to the defaults are omitted.
export const writeRules = (connectors) => {
  const count = {};
  return connectors.map(({ id, from, to, cost }) => {
    const n = count[from] = (count[from] ?? 0) + 1;
    return `${id && id !== `${from}#${n}` ? `${id}: ` : ''}${from} -> ${to.join(', ')}${cost !== undefined && cost !== to.length ? ` cost ${cost}` : ''}`;
  }).join('\n');
};

// Reads goals as they are typed: "n7 n8", "T(i,i)", "n if n <= 1; 0". Goals with conditions are separated by
// semicolons.
export const readGoals = (given) => (/\sif\s/.test(given) ? given.split(/[;\n]/).map((one) => one.trim()).filter(Boolean) : given.match(/[^\s,;()]+(?:\([^)]*\))?/g) ?? []);
export const writeGoals = (goals) => goals.join(goals.some((goal) => /\sif\s/.test(goal)) ? '; ' : ' ');

// Reads "n1 = 2, n2: 4" -> { n1: 2, n2: 4 }; null if it cannot be read.
export function readValues(given) {
  const values = {};
  for (const one of given.split(/[,;\n]+/).map((piece) => piece.trim()).filter(Boolean)) {
    const found = /^(?:h\(\s*)?([^\s=:()]+)(?:\s*\))?\s*[=:\s]\s*(\d+(?:\.\d+)?)$/.exec(one);
    if (!found) return null;
    values[found[1]] = Number(found[2]);
  }
  return values;
}

export const writeValues = (values) => Object.entries(values).map(([id, value]) => `${id} = ${value}`).join(', ');
