// Problems in addresses: 'j-' before JSON, 't-' before text, compressed (raw deflate, RFC 1951) and in base64url. Other
// values of 'p' are the short text of a kind.

const through = async (bytes, transform) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

function base64url(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const fromBase64url = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

// Resolves to the packed problem: an object, or a text.
export async function pack(problem) {
  const text = typeof problem === 'string';
  const bytes = new TextEncoder().encode(text ? problem : JSON.stringify(problem));
  return (text ? 't-' : 'j-') + base64url(await through(bytes, new CompressionStream('deflate-raw')));
}

export const isPacked = (packed) => /^[jt]-[\w-]*$/.test(packed);

// Resolves to the problem; throws if the text is damaged.
export async function unpack(packed) {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await through(fromBase64url(packed.slice(2)), new DecompressionStream('deflate-raw')));
  return packed.startsWith('t-') ? text : JSON.parse(text);
}
