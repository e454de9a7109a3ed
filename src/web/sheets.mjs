// The style sheets of the page. The imports of modules tell which styles a page needs; styles that the same modules need
// share a file, so that no rule is in two files. Modules that are loaded on demand load their sheets: app/sheet.js.

// Returns the styles that a module imports, in the order of the imports. graph: the inputs of esbuild's metafile.
function stylesOf(graph, module, seen = new Set()) {
  if (seen.has(module)) return [];
  seen.add(module);
  if (module.endsWith('.css')) return [module];
  return (graph[module]?.imports ?? []).filter(({ kind }) => kind !== 'dynamic-import').flatMap(({ path }) => stylesOf(graph, path, seen));
}

// The styles of kinds follow all others, in whichever order they are loaded: a kind overrides parts, and no part a kind.
const ofKind = (path) => path.startsWith('kinds/');

// main: the module that is always loaded. Returns {main, sheets, of}: the styles of main; lists of styles, a file each, in
// the order of the cascade; of: a Map from each module that is loaded on demand to the numbers of its sheets.
export function planSheets(graph, main) {
  const atOnce = stylesOf(graph, main), users = new Map(), entries = new Set(); // users: style -> modules
  for (const { imports } of Object.values(graph))
    for (const { path, kind } of imports) if (kind === 'dynamic-import' && !path.includes(':')) entries.add(path);
  for (const entry of [...entries].sort((a, b) => ofKind(a) - ofKind(b) || (a < b ? -1 : 1)))
    for (const style of stylesOf(graph, entry)) if (!atOnce.includes(style)) users.set(style, [...users.get(style) ?? [], entry]);
  const shared = new Map(); // the modules, joined -> styles
  for (const style of [...users.keys()].sort((a, b) => ofKind(a) - ofKind(b))) {
    const key = [ofKind(style), ...users.get(style)].join();
    shared.set(key, [...shared.get(key) ?? [], style]);
  }
  const sheets = [...shared.values()];
  return { main: atOnce, sheets, of: new Map([...entries].map((entry) => [entry, sheets.flatMap(([style], i) => (users.get(style).includes(entry) ? [i] : []))])) };
}
