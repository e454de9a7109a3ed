// Resolves the references of a JSON Schema and merges the members beside them. Returns {} for no schema.
const HOPS = 8; // limit of references followed, because a schema may refer to itself

export function resolve(root, schema) {
  let found = schema, own = {};
  for (let hops = 0; found?.$ref?.startsWith('#/') && hops < HOPS; hops++) {
    const { $ref, ...rest } = found;
    own = { ...rest, ...own };
    found = $ref.slice(2).split('/').reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  }
  return typeof found === 'object' ? { ...found, ...own } : own;
}
