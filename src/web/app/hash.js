// Hashes a text to 28 bits (of FNV-1a's 32). The build files each translation under this number instead of its English
// text. The chance that a text without a translation has the number of another text is about 1 in 500,000.
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 4;
}

// Packs translations in ascending order of their numbers, one a line: the difference from the previous number in base
// 36, a tab, the text. That is two thirds of the size of an object with English keys.
export function pack(translations) {
  const known = Object.entries(translations).map(([key, text]) => [hashOf(key), text, key]).sort(([a], [b]) => a - b);
  return known.map(([hash, text, key], i) => {
    const step = i ? hash - known[i - 1][0] : hash;
    if (!step || /[\t\n]/.test(text)) throw new Error(`this text cannot be packed: ${key}`);
    return `${step.toString(36)}\t${text}`;
  }).join('\n');
}

// Returns a Map: number -> text.
export function unpack(packed) {
  let hash = 0;
  return new Map(packed.split('\n').map((line) => {
    const [step, text] = line.split('\t');
    return [hash += parseInt(step, 36), text];
  }));
}
