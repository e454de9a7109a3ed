// The members of a request as text. Does not use the DOM.

// Reads "5", or names separated by blanks or commas; undefined: nothing.
export function readShards(text) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (!parts.length) return undefined;
  return parts.length === 1 && /^\d+$/.test(parts[0]) ? Number(parts[0]) : parts;
}

export const shardsText = (shards) => [shards].flat().join(', ');
