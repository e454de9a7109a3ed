// A text as a number of 28 bits (of FNV-1a's 32): under it, not under its English, the build files a translation. A text
// that is none of ours has the number of one of them in one case of half a million.
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 4;
}

// Translations in ascending order of their numbers, a line each: the step from the number before in base 36, a tab, the
// text. That is two thirds of what the object with its English keys weighs.
export function pack(translations) {
  const known = Object.entries(translations).map(([key, text]) => [hashOf(key), text, key]).sort(([a], [b]) => a - b);
  return known.map(([hash, text, key], i) => {
    const step = i ? hash - known[i - 1][0] : hash;
    if (!step || /[\t\n]/.test(text)) throw new Error(`this text cannot be packed: ${key}`);
    return `${step.toString(36)}\t${text}`;
  }).join('\n');
}

// -> Map: number -> text
export function unpack(packed) {
  let hash = 0;
  return new Map(packed.split('\n').map((line) => {
    const [step, text] = line.split('\t');
    return [hash += parseInt(step, 36), text];
  }));
}
