// Makes the pictures of the README: run screenshots.mjs NASHD. An explained Sudoku, light and dark, in docs/images.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/images');
const puzzle = '..5......8.21....4.1.6..5....759.46......6.8...6...9.3...3.967.27..........8.....';

mkdirSync(folder, { recursive: true });
const server = await Server.start(), browser = await launch();
const { id, result } = await server.post('sudoku', { puzzle, explain: true }, { wait: 10 });
const step = Math.max(0, result.steps.findIndex(({ technique }) => technique === 'forcing chain')); // drawn with arrows
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 720 }, locale: 'en-US', colorScheme });
  const page = await context.newPage();
  await page.goto(`${server.url}/#/jobs/${id}?step=${step}`);
  await page.locator('.board').first().waitFor();
  await page.waitForTimeout(800); // until the last transition has ended
  const path = join(folder, `page-${colorScheme}.png`);
  await page.screenshot({ path });
  console.log(`${path}: ${(statSync(path).size / 1000).toFixed(0)} kB`);
  await context.close();
}
await browser.close();
await server.stop();
