// Measures the latency of an event: from the end of a job (finished_at, the server's clock, the same machine) to its
// row in the DOM. Also the tasks of the page longer than 50 ms while 10,000 rows are scrolled. Run through meson
// (`meson test --benchmark page`) or: NASHD=… NASH_CHROMIUM=… node bench_page.mjs
import { launch, desktop } from '../../browser/lib/browser.mjs';
import { Server } from '../../browser/lib/server.mjs';

const JOBS = 400, ROWS = 10000, PAUSE = 40; // PAUSE: between two jobs, in ms

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];

// Returns a 4x4 with a serial number in its limit, so that all problems differ.
const problem = (i) => ({ puzzle: '1...............', solutions: 2 + i });

async function eventToDom(server, browser) {
  const page = await (await browser.newContext(desktop)).newPage();
  await page.goto(server.url);
  await page.locator('h1').waitFor();
  await page.evaluate(() => {
    globalThis.seen = {};
    new MutationObserver(() => {
      const now = performance.timeOrigin + performance.now();
      for (const row of document.querySelectorAll('a[href*="#/jobs/"]')) {
        const id = /#\/jobs\/(\w{32})/.exec(row.getAttribute('href'))?.[1];
        const line = row.closest('[role=row], tr, li') ?? row;
        if (id && !globalThis.seen[id] && line.querySelector('.succeeded')) globalThis.seen[id] = now;
      }
    }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  });
  await sleep(1000);
  const ended = {};
  for (let i = 0; i < JOBS; i++) {
    const job = await server.post('sudoku', problem(i), { wait: 10 });
    ended[job.id] = Date.parse(job.finished_at);
    await sleep(Math.random() * 2 * PAUSE);
  }
  await sleep(1000);
  const seen = await page.evaluate(() => globalThis.seen);
  const late = Object.entries(ended).filter(([id]) => seen[id]).map(([id, at]) => seen[id] - at).sort((a, b) => a - b);
  console.log(`event -> DOM over ${late.length} of ${JOBS} jobs: p50 ${quantile(late, 0.5).toFixed(0)} ms, ` +
    `p95 ${quantile(late, 0.95).toFixed(0)} ms, max ${late.at(-1).toFixed(0)} ms`);
  await page.context().close();
}

async function fill(server) {
  const lines = Array.from({ length: ROWS }, (_, i) => JSON.stringify({ kind: 'sudoku', ...problem(JOBS + i) })).join('\n');
  const reply = await fetch(`${server.url}/v1/batch`, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: lines });
  await reply.text();
}

async function scroll(server, browser) {
  const page = await (await browser.newContext(desktop)).newPage();
  await page.goto(server.url);
  await page.locator('h1').waitFor();
  await sleep(500);
  await page.evaluate(() => {
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ['longtask'] });
  });
  for (let i = 0, height = 0; i < 400; i++) {
    await page.mouse.wheel(0, 2500);
    await sleep(30);
    const now = await page.evaluate(() => document.documentElement.scrollHeight);
    if (now === height && await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)) break;
    height = now;
  }
  const { rows, long, nodes } = await page.evaluate(() => ({
    rows: document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount'), long: globalThis.long, nodes: document.querySelectorAll('*').length }));
  console.log(`scrolling through ${rows ?? '?'} rows: ${long.length} tasks over 50 ms${long.length ? `, the longest ${Math.max(...long)} ms` : ''}; ${nodes} elements in the page`);
  await page.context().close();
}

const [server, browser] = await Promise.all([Server.start(), launch()]);
await eventToDom(server, browser);
await fill(server);
await scroll(server, browser);
await browser.close();
await server.stop();
