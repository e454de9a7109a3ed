// Makes the pictures of the README: run screenshots.mjs NASHD. An explained Sudoku, light and dark, in docs/images.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/images');
const puzzle = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......';

mkdirSync(folder, { recursive: true });
const server = await Server.start(), browser = await launch();
const { id } = await server.post('sudoku', { puzzle, explain: true }, { wait: 10 });
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 720 }, locale: 'en-US', colorScheme });
  const page = await context.newPage();
  await page.goto(`${server.url}/#/jobs/${id}`);
  await page.locator('.board').first().waitFor();
  await page.waitForTimeout(800); // until the last transition has ended
  const path = join(folder, `page-${colorScheme}.png`);
  await page.screenshot({ path });
  console.log(`${path}: ${(statSync(path).size / 1000).toFixed(0)} kB`);
  await context.close();
}
await browser.close();
await server.stop();
