// A JSON Schema without its references: what they mean, with what stands beside them. {} when there is nothing.
const HOPS = 8; // a reference to itself ends

export function resolve(root, schema) {
  let found = schema, own = {};
  for (let hops = 0; found?.$ref?.startsWith('#/') && hops < HOPS; hops++) {
    const { $ref, ...rest } = found;
    own = { ...rest, ...own };
    found = $ref.slice(2).split('/').reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  }
  return typeof found === 'object' ? { ...found, ...own } : own;
}
