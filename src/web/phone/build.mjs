// Bundles the phone page separately from the dashboard, so that a phone loads only what it needs. The worker is one
// classic script, which older phones support as well; the workers for units of farms (units.js) are another. The shard in
// JavaScript (shard.js) is a file of its own, for browsers without WebAssembly.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

// plugins: resolve the virtual modules; icon: its path. Returns {files: path -> content, inputs: paths read}.
export async function buildPhone({ plugins, icon }) {
  const files = new Map(), inputs = [join(here, 'phone.html')];
  const options = {
    absWorkingDir: here, outdir: 'assets', bundle: true, target: 'es2020', minify: true, entryNames: '[name]-[hash]', metafile: true, write: false,
    plugins, logLevel: 'warning'
  };
  const bundle = async (entry, format, more) => {
    const { outputFiles, metafile } = await build({ ...options, entryPoints: entry, format, ...more });
    for (const file of outputFiles) files.set(relative(here, file.path), Buffer.from(file.contents));
    inputs.push(...Object.keys(metafile.inputs).filter((path) => !path.includes(':')).map((path) => resolve(here, path)));
    const [path, { cssBundle }] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint);
    return { path, cssBundle };
  };
  const [page, shard] = await Promise.all([bundle({ phone: 'page.js' }, 'esm'), bundle({ 'phone-shard': 'shard.js' }, 'esm')]);
  const units = await bundle({ 'phone-units': 'units.js' }, 'iife', { external: ['./shard.js'] });
  const worker = await bundle({ 'phone-worker': 'worker.js' }, 'iife',
    { external: ['./shard.js'], define: { SHARD_JS: JSON.stringify(basename(shard.path)), UNITS_JS: JSON.stringify(basename(units.path)) } });
  files.set('phone.html', Buffer.from(readFileSync(join(here, 'phone.html'), 'utf8')
    .replace('@script@', page.path)
    .replace('@style@', page.cssBundle)
    .replace('@worker@', worker.path)
    .replace('@icon@', icon)));
  return { files, inputs };
}
