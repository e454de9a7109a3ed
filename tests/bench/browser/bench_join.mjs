// Measures the time from opening the link on a phone to the first window that the hub has accepted, by the page's own
// clock, in the emulation of a Pixel 7, while a game waits for it; then the phone's rate of play, from its socket. Run
// through meson (`meson test --benchmark join`) or: NASHD=… NASH_CHROMIUM=… node bench_join.mjs
import { launch } from '../../browser/lib/browser.mjs';
import { board, invite } from '../../browser/lib/phones.mjs';
import { Server } from '../../browser/lib/server.mjs';

const JOINS = 15, PLAY_MS = 4000;
const pixel7 = {
  viewport: { width: 412, height: 839 }, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
};
const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

const [server, browser] = await Promise.all([Server.start(), launch()]);
const times = [];
for (let i = 0; i <= JOINS; i++) { // the first one warms up the browser
  const job = await server.post('sudoku', { puzzle: board(0.45, 9), method: 'sap', beta: 1, mode: 'exact', shards: ['phone', 'local', 'local', 'local', 'local'], wait_ms: 60000, job: { seed: i, timeout_ms: 60000 } });
  const page = await (await browser.newContext(pixel7)).newPage();
  await page.goto(await invite(server));
  await page.waitForFunction(() => performance.getEntriesByName('accepted').length);
  if (i) times.push(await page.evaluate(() => performance.getEntriesByName('accepted')[0].startTime));
  if (i === JOINS) {
    await sleep(PLAY_MS);
    console.log(`played then: ${(await page.locator('.tiles').innerText()).replace(/\n+/g, ' ')}`);
  }
  await fetch(`${server.url}/v1/jobs/${job.id}/cancel`, { method: 'POST' });
  await page.getByRole('button', { name: 'Stop playing' }).click();
  await page.context().close();
}
times.sort((a, b) => a - b);
console.log(`joined in ${times[0].toFixed(0)} to ${times.at(-1).toFixed(0)} ms, median ${times[JOINS >> 1].toFixed(0)} ms, of ${JOINS}`);
await browser.close();
await server.stop();
