// For esbuild: 'worker:PATH' is the name of a script of its own that a page runs as a worker:
//
//   import name from 'worker:parts/graph/worker.js';
//   new Worker(new URL(name, import.meta.url));
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

// build: that of esbuild; emit(name, data, inputs): takes a finished script, which is to lie beside the page's own scripts,
// and the paths that it was made of; options: further ones of esbuild.
export const workers = (build, emit, options = {}) => ({
  name: 'workers',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^worker:/ }, ({ path }) => ({ path: path.slice('worker:'.length), namespace: 'worker' }));
    onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path }) => {
      const { outputFiles: [{ contents }], metafile } = await build({ absWorkingDir: here, entryPoints: [path], bundle: true, format: 'iife', target: 'es2022',
        minify: true, metafile: true, write: false, logLevel: 'warning', ...options });
      const name = `${basename(dirname(path))}-worker-${createHash('sha256').update(contents).digest('hex').slice(0, 8)}.js`;
      const inputs = Object.keys(metafile.inputs).filter((input) => !input.includes(':'));
      emit(name, Buffer.from(contents), inputs);
      return { contents: `export default ${JSON.stringify(name)};`, watchFiles: inputs.map((input) => join(here, input)) };
    });
  }
});
