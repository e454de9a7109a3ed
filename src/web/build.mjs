// Bundles the dashboard and writes it as one C file that is linked into the server: see web.h.
//
//   node build.mjs --out DIR --c FILE.c --depfile FILE.d --docs DIR [--embed NAME=PATH]...
//
// --embed: a further file, made by another part of the build. It lies beside the scripts: import { embedded } from
// 'embedded:all'; new URL(embedded['NAME'], import.meta.url); undefined if it was not given.
//
// Scripts and styles are split into chunks whose names contain a hash of their content, so that browsers may cache them
// for ever; only the pages themselves are revalidated. Each file is stored plain, and gzipped and in brotli if that is
// smaller. Nothing is loaded from another host, so the policy in src/api/server/page.c can forbid it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';
import { pack } from './app/hash.js';
import { buildDocs } from './docs.mjs';
import { pngOf } from './icons.mjs';
import { buildPhone } from './phone/build.mjs';
import { planSheets } from './sheets.mjs';
import { compileTemplates } from './templates.mjs';
import { workers } from './workers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: { out: { type: 'string' }, c: { type: 'string' }, depfile: { type: 'string' }, docs: { type: 'string' },
    embed: { type: 'string', multiple: true, default: [] } }
});
const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml', '.txt': 'text/plain; charset=utf-8', '.md': 'text/plain; charset=utf-8', '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm', '.png': 'image/png'
};

const hash = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);
const hashed = (name, data) => `${basename(name, extname(name))}-${hash(data).slice(0, 8)}${extname(name)}`;

const modules = (folder, recursive = false) => readdirSync(join(here, folder), { recursive }).filter((name) => name.endsWith('.js')).sort();

// 'kinds:all' lists the parts in kinds/: the view of a kind, loaded when one of its jobs or problems is shown, its
// summary for lists, its miniature for the home page ('minis:all', one chunk), its texts. 'app:all' is all of app/, imported by every
// page and kind, and 'surface:all' the surface and the small parts, imported by every kind, so that each becomes one chunk, not one
// for each set of pages that share a part of it. (Small chunks compress badly, and each is a request.)
const lists = {
  name: 'lists',
  setup({ onResolve, onLoad }) {
    const list = (name, folder, line, recursive) => {
      onResolve({ filter: new RegExp(`^${name}:all$`) }, () => ({ path: 'all', namespace: name, sideEffects: true }));
      onLoad({ filter: /.*/, namespace: name }, () =>
        ({ contents: line(modules(folder, recursive)), resolveDir: here, watchDirs: [join(here, folder)] }));
    };
    const load = (path) => `() => import('${path}')`;
    const kind = (name) => {
      const part = (path, member) => (existsSync(join(here, path)) ? [member] : []);
      return `  ${JSON.stringify(name)}: { ${[`module: ${load(`./kinds/${name}.js`)}`,
        ...part(`kinds/${name}/summary.js`, `summary: ${load(`./kinds/${name}/summary.js`)}`),
        ...part(`kinds/${name}/mini.js`, `mini: async () => ({ default: (await import('minis:all')).${name} })`),
        ...part(`kinds/${name}/zh.js`, `texts: { zh: ${load(`lang:kinds/${name}/zh`)} }, summaryTexts: { zh: ${load(`lang:kinds/${name}/zh.summary`)} }`)].join(', ')} }`;
    };
    list('kinds', 'kinds', (names) => `export default {\n${names.map((name) => kind(basename(name, '.js'))).join(',\n')}\n};\n`);
    list('minis', 'kinds', (names) => `import './app/main.js';\n` + names.map((name) => basename(name, '.js')).filter((name) => existsSync(join(here, `kinds/${name}/mini.js`)))
      .map((name) => `export { default as ${name} } from './kinds/${name}/mini.js';\n`).join(''));
    const onDemand = ['page.js', 'generic.js', 'zh.js'];
    list('surface', 'surface', (names) => [...names.map((name) => `surface/${name}`), ...modules('parts').map((name) => `parts/${name}`)]
      .filter((path) => !onDemand.includes(basename(path))).map((path) => `import './${path}';\n`).join(''));
    list('app', 'app', (names) => names.map((name) => `import './app/${name}';\n`).join(''), true);
  }
};

// 'lang:lang/zh' is the content of lang/zh.js, packed; 'lang:kinds/KIND/zh.summary' that of the kind's `summary`.
const languages = {
  name: 'languages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^lang:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'lang' }));
    onLoad({ filter: /.*/, namespace: 'lang' }, async ({ path }) => {
      const [file, name = 'default'] = path.split('.');
      return { contents: `export default ${JSON.stringify(pack((await import(`./${file}.js`))[name]))};` };
    });
  }
};

const frame = { absWorkingDir: here, entryPoints: { main: 'app/main.js' }, bundle: true, format: 'esm', metafile: true, write: false, logLevel: 'warning' };

const files = new Map(); // path -> content
const extra = options.embed.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
const names = {}; // in assets/
for (const [name, path] of extra) {
  const data = readFileSync(path);
  names[name] = hashed(name, data);
  files.set(`assets/${names[name]}`, data);
}
const embedded = {
  name: 'embedded',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^embedded:all$/ }, () => ({ path: 'all', namespace: 'embedded' }));
    onLoad({ filter: /.*/, namespace: 'embedded' }, () =>
      ({ contents: `export const embedded = ${JSON.stringify(names)};\n`, loader: 'js' }));
  }
};

const workerInputs = [];
const icon = readFileSync(join(here, 'icon.svg'));
const iconPath = `assets/${hashed('icon.svg', icon)}`;
files.set(iconPath, icon);
const phone = await buildPhone({ plugins: [embedded], icon: iconPath });
for (const [path, data] of phone.files) files.set(path, data);

// The demonstration's worker is that of the phone, and loads the phone's other scripts by their names.
const ofPhoneScript = (name) => basename([...phone.files.keys()].find((path) => basename(path).startsWith(`${name}-`)) ?? '');
const ofWorkers = workers(build, (name, data, inputs) => { files.set(`assets/${name}`, data); workerInputs.push(...inputs); },
  { plugins: [embedded], external: ['./shard.js'],
    define: { SHARD_JS: JSON.stringify(ofPhoneScript('phone-shard')), UNITS_JS: JSON.stringify(ofPhoneScript('phone-units')) } });

// A first pass, without styles or minification, finds the styles that each page and kind imports.
const graph = (await build({ ...frame, outdir: 'graph', loader: { '.css': 'empty' }, plugins: [lists, languages, embedded, ofWorkers] })).metafile.inputs;
const plan = planSheets(graph, 'app/main.js');

const sheetInputs = [];

// Packs sheets into one file and returns its path.
async function sheet(name, sheets) {
  const contents = sheets.map((path) => `@import './${path}';`).join('\n');
  const made = await build({ absWorkingDir: here, stdin: { contents, loader: 'css', resolveDir: here }, bundle: true, minify: true, metafile: true, write: false });
  const data = Buffer.from(made.outputFiles[0].contents), path = `assets/${hashed(`${name}.css`, data)}`;
  files.set(path, data);
  for (const input of Object.keys(made.metafile.inputs)) if (!input.includes('<')) sheetInputs.push(input);
  return path;
}

const mainSheet = await sheet('main', plan.main);
const sheetFiles = []; // their names, by number
for (const styles of plan.sheets) sheetFiles.push(basename(await sheet(basename(styles[0], '.css'), styles)));

// Returns the call by which a module waits for its sheets: wear([[name, number], ...]).
const wearing = (numbers) => `import { wear } from ${JSON.stringify(join(here, 'app/sheet.js'))};\nawait wear(${JSON.stringify(numbers.map((i) => [sheetFiles[i], i]))});\n`;

// Returns the imports that a module which is loaded on demand shares with the others; the pages of games have boards and small
// parts of kinds. The home page, with summaries and
// miniatures, is what a first visit loads, and adds none.
function baseOf(path) {
  if (['home.js', 'summary.js', 'mini.js'].includes(basename(path))) return `import ${JSON.stringify(join(here, 'app/main.js'))};\n`;
  return `import 'app:all';\n${/^(kinds|surface|pages.games)/.test(relative(here, path)) ? "import 'surface:all';\n" : ''}`;
}

// Line breaks and indentation in templates have no meaning: a tag may be broken anywhere, and text loses both. Compiled
// templates are calls of h() itself.
const sources = {
  name: 'sources',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^htm$/ }, () => ({ path: 'htm', namespace: 'compiled' }));
    onLoad({ filter: /.*/, namespace: 'compiled' }, () => ({ contents: 'export default { bind: (h) => h };' }));
    onLoad({ filter: /src.web.(app|pages|parts|surface|kinds).*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8').replace(/\n +/g, '\n'), sheets = plan.of.get(relative(here, path));
      const before = sheets ? `${baseOf(path)}${sheets.length ? wearing(sheets) : ''}` : '';
      return { contents: before + compileTemplates(text), resolveDir: dirname(path) };
    });
  }
};

const bundle = await build({
  ...frame,
  outdir: 'assets',
  splitting: true,
  target: 'es2022',
  minify: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  loader: { '.css': 'empty' },
  plugins: [lists, languages, sources, embedded, ofWorkers]
});

const outputs = bundle.metafile.outputs;
const main = Object.keys(outputs).find((path) => outputs[path].entryPoint === 'app/main.js');

// terser after esbuild: its names and expressions repeat more, which gzip makes 3 % smaller.
for (const file of bundle.outputFiles)
  files.set(relative(here, file.path), Buffer.from((await minify(file.text, { module: true, ecma: 2020 })).code));


// Writes the notices that the licences of the bundled packages require. (htm's LICENSE is the bare text of Apache-2.0,
// which comes with nashd.)
function notices() {
  const packages = new Set();
  for (const input of Object.keys(bundle.metafile.inputs)) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (found) packages.add(found[1]);
  }
  return [...packages].sort().map((name) => {
    const folder = join(here, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = license === 'Apache-2.0' ? 'https://www.apache.org/licenses/LICENSE-2.0, the licence of nashd itself'
      : readFileSync(join(folder, 'LICENSE'), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  }).join('\n----\n\n');
}

const licences = Buffer.from(notices());
const licencesPath = `assets/${hashed('licences.txt', licences)}`;
files.set(licencesPath, licences);
// What an installed page needs (https://www.w3.org/TR/appmanifest/); addresses are relative to the manifest.
const pngs = [192, 512].map((size) => {
  const data = pngOf(icon.toString(), size), path = `assets/${hashed(`icon-${size}.png`, data)}`;
  files.set(path, data);
  return { src: basename(path), sizes: `${size}x${size}`, type: 'image/png' };
});
const manifest = Buffer.from(JSON.stringify({
  name: 'nashd', short_name: 'nashd', description: 'Puzzles and games, solved exactly and explained', start_url: '../', scope: '../', display: 'standalone',
  background_color: '#f7f9f8', theme_color: '#0f766e', icons: [{ src: basename(iconPath), sizes: 'any', type: 'image/svg+xml' }, ...pngs]
}));
const manifestPath = `assets/${hashed('manifest.webmanifest', manifest)}`;
files.set(manifestPath, manifest);

// The entry and its static imports: preloaded, so that they are fetched at once, not one after the other.
const preloads = outputs[main].imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
const page = readFileSync(join(here, 'index.html'), 'utf8')
  .replace('@script@', main)
  .replace('@style@', mainSheet)
  .replace('@icon@', iconPath)
  .replace('@manifest@', manifestPath)
  .replace('@touch@', `assets/${pngs[0].src}`)
  .replace('@licences@', licencesPath)
  .replace('@preload@', preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n  '));
files.set('index.html', Buffer.from(page));

// The files of the home page in English: what the service worker keeps at once.
const homeFiles = Object.keys(outputs).filter((path) => ['pages/home.js', 'minis:all'].includes(outputs[path].entryPoint));
const homeSheets = plan.of.get('pages/home.js').map((i) => `assets/${sheetFiles[i]}`);
const shell = [main, ...preloads, mainSheet, iconPath, ...homeFiles, ...homeSheets];
const version = hash(Buffer.from([...files.keys()].sort().join() + page));
files.set('service-worker.js', Buffer.from(readFileSync(join(here, 'service-worker.js'), 'utf8')
  .replace('@version@', version).replace('@shell@', shell.join(' '))));

const docsScript = Buffer.from(readFileSync(join(here, 'docs.js')));
const docsScriptPath = `assets/${hashed('docs.js', docsScript)}`;
files.set(docsScriptPath, docsScript);
const docs = buildDocs(resolve(options.docs), { style: await sheet('docs', ['style/docs.css']), script: docsScriptPath, icon: iconPath });
for (const [path, data] of docs.files) files.set(path, data);

function smaller(packed, plain) {
  return packed.length < plain.length ? packed : null;
}

rmSync(options.out, { recursive: true, force: true });
mkdirSync(options.out, { recursive: true });

const bodies = [];
function body(data) {
  if (!data) return '{NULL, 0}';
  const path = resolve(options.out, `${bodies.length}.bin`);
  writeFileSync(path, data);
  bodies.push(path);
  return `{web_body_${bodies.length - 1}, ${data.length}}`;
}

const rows = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, data]) => {
  const gzip = smaller(gzipSync(data, { level: 9 }), data);
  const brotli = smaller(brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }), data);
  return `    {"${path}", "${types[extname(path)]}", "${hash(data)}", ${path.startsWith('assets/')},\n     ` +
    `${body(data)}, ${body(gzip)}, ${body(brotli)}},`;
});

const externs = bodies.map((path, i) =>
  `extern const unsigned char web_body_${i}[];\n` +
  `__asm__(".section .rodata\\n.balign 16\\n.global web_body_${i}\\nweb_body_${i}:\\n.incbin \\"${path}\\"\\n.previous");`);
writeFileSync(options.c, `/* Made by src/web/build.mjs. */
#include <web/web.h>

${externs.join('\n')}

const struct web_file web_files[] = {
${rows.join('\n')}
};
const size_t web_files_count = sizeof web_files / sizeof web_files[0];
`);

const languageFiles = [...Object.keys(graph).filter((path) => path.startsWith('lang:')).map((path) => `${path.slice(5).split('.')[0]}.js`),
  'surface/zh.js', ...modules('parts', true).filter((path) => basename(path) === 'zh.js').map((path) => `parts/${path}`)];
const inputs = [...Object.keys(bundle.metafile.inputs).filter((path) => !path.includes(':')), ...sheetInputs, ...languageFiles, ...workerInputs, 'index.html', 'icon.svg', 'icons.mjs', 'service-worker.js', 'docs.js', 'docs.mjs', 'sheets.mjs', 'templates.mjs', 'workers.mjs',
  'app', 'kinds', ...modules('kinds').map((name) => `kinds/${basename(name, '.js')}`).filter((path) => existsSync(join(here, path)))] // folders: what is new in them
  .map((path) => join(here, path));
writeFileSync(options.depfile, `${options.c}: ${[...inputs, ...phone.inputs, ...docs.inputs, ...extra.map(([, path]) => path)].join(' ')}\n`);

const ofPhone = (path) => phone.files.has(path) || /\/(shard|units|hex)[^/]*\.wasm$/.test(path);
const ofDocs = (path) => path.startsWith('docs/');
for (const [name, paths] of [['dashboard', [...files.keys()].filter((path) => !ofPhone(path) && !ofDocs(path))], ['docs', [...files.keys()].filter(ofDocs)], ['phone', [...files.keys()].filter(ofPhone)]]) {
  const total = paths.map((path) => files.get(path)).reduce((sum, data) => sum + (smaller(gzipSync(data, { level: 9 }), data) ?? data).length, 0);
  console.log(`${name}: ${paths.length} files, ${(total / 1000).toFixed(1)} kB gzipped`);
}
