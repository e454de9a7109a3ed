// Pages of single parts: bundles parts/NAME.page.js with the page's styles and serves it under the page's own content
// security policy.
import { readdirSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../../../src/web/app/hash.js';
import { workers } from '../../../src/web/workers.mjs';

const folder = fileURLToPath(new URL('../parts/', import.meta.url)), web = fileURLToPath(new URL('../../../src/web/', import.meta.url));
const { build } = createRequire(join(web, 'package.json'))('esbuild');

// The names of all parts that have a page.
export const parts = readdirSync(folder).filter((file) => file.endsWith('.page.js')).map((file) => file.slice(0, -'.page.js'.length)).sort();

// Translations as the page's own build packs them.
const languages = {
  name: 'languages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^lang:/ }, ({ path }) => ({ path: path.slice('lang:'.length), namespace: 'lang' }));
    onLoad({ filter: /.*/, namespace: 'lang' }, async ({ path }) => {
      const [file, name = 'default'] = path.split('.');
      return { contents: `export default ${JSON.stringify(pack((await import(join(web, `${file}.js`)))[name]))};` };
    });
  }
};

// A page of parts has no kinds.
const kinds = {
  name: 'kinds',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^kinds:all$/ }, () => ({ path: 'all', namespace: 'kinds' }));
    onLoad({ filter: /.*/, namespace: 'kinds' }, () => ({ contents: 'export default {};' }));
  }
};

// The entry of a page: the states of the part, one section each.
const entry = (name) => `
import 'WEB/style/base.css';
import 'WEB/app/theme.js';
import { html, render } from 'WEB/app/dom.js';
import { addTexts } from 'WEB/app/i18n.js';
import states from './${name}.page.js';
addTexts('parts', { zh: () => import('lang:parts/zh') });
render(html\`<main><h1>${name}</h1>\${Object.entries(states).map(([title, Show]) => html\`<section key=\${title} aria-label=\${title}>
  <h2>\${title}</h2><\${Show} /></section>\`)}</main>\`, document.body);
`.replaceAll('WEB', web);

const types = { '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.html': 'text/html; charset=utf-8' };
const page = (name) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${name}.css"><script type="module" src="${name}.js"></script></head><body></body></html>`;

async function bundled(name) {
  const scripts = [], ofWorkers = workers(build, (path, data) => scripts.push([path, data]));
  const made = await build({
    stdin: { contents: entry(name), resolveDir: folder, sourcefile: `${name}.js` }, outdir: folder, entryNames: name, chunkNames: '[name]-[hash]', bundle: true,
    splitting: true, format: 'esm', target: 'es2022', write: false, logLevel: 'warning', plugins: [languages, kinds, ofWorkers]
  });
  return [...made.outputFiles.map(({ path, contents }) => [path.slice(folder.length), contents]), ...scripts];
}

// policy: the value of Content-Security-Policy. Returns {url(name), stop()}.
export async function serveParts(policy) {
  const files = new Map();
  for (const name of parts) {
    files.set(`${name}.html`, page(name));
    for (const [path, data] of await bundled(name)) files.set(path, data);
  }
  const server = http.createServer((request, reply) => {
    const path = request.url.slice(1), data = files.get(path);
    if (data === undefined) { reply.writeHead(404); return reply.end(); }
    reply.writeHead(200, { 'Content-Type': types[path.slice(path.lastIndexOf('.'))], 'Content-Security-Policy': policy });
    return reply.end(data);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    url: (name) => `http://127.0.0.1:${server.address().port}/${name}.html`,
    stop: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); })
  };
}
