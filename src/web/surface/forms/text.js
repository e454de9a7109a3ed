// Lists typed as text, and the position of a JSON pointer in a text.

const item = (word) => (word === 'null' ? null : Number.isNaN(Number(word)) ? word : Number(word));
const items = (text) => text.split(/[\s,;[\]]+/).filter(Boolean).map(item);
const rows = (text) => text.split(/\r?\n/).filter(Boolean);
const spaced = (row) => [row].flat().map(String).join(' ');

export const forms = {
  numbers: { read: items, write: spaced },
  lines: { read: rows, write: (value) => value.join('\n') },
  matrix: { read: (text) => rows(text).map(items), write: (value) => value.map(spaced).join('\n') },
  json: { read: (text) => (text.trim() === '' ? undefined : JSON.parse(text)), write: (value) => (value === undefined ? '' : JSON.stringify(value)) }
};

// Returns [from, to) of the value at the pointer in JSON text; undefined if it is not there.
export function placeOf(text, pointer) {
  const wanted = pointer.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at = 0, found;
  const skip = () => { while (/\s/.test(text[at] ?? '')) at++; };
  const string = () => {
    const from = at++;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return JSON.parse(text.slice(from, ++at));
  };
  // depth: how many parts of the pointer led here; -1: this value is not on its path
  const value = (depth) => {
    skip();
    const from = at, open = text[at];
    if (open === '"') string();
    else if (open === '{' || open === '[') {
      at++;
      for (let i = 0; skip(), at < text.length && text[at] !== '}' && text[at] !== ']'; i++) {
        const key = open === '{' ? string() : String(i);
        skip();
        if (text[at] === ':') at++;
        value(depth >= 0 && wanted[depth] === key ? depth + 1 : -1);
        skip();
        if (text[at] === ',') at++;
      }
      at++;
    } else while (at < text.length && !/[\s,\]}]/.test(text[at])) at++;
    if (depth === wanted.length) found = [from, at];
  };
  try {
    value(0);
  } catch { /* not JSON */ }
  return found;
}
