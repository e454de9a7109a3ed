// Measures what a visitor waits for: run measure.mjs NASHD [RUNS [PAGE,...]]. Run by hand on an idle machine; nothing is asserted.
//
// For the home page and the page of each kind it prints medians of RUNS visits (default 5) with a processor slowed down four
// times: the largest contentful paint (LCP), the layout shift, and the 95th percentile of the time from a key or click to the
// next paint (INP). Weights are bytes in gzip of a first visit, without the cache. Then the time until a trivial puzzle is answered.
import { launch, phone } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

const SLOWDOWN = 4, SETTLE = 1500, AFTER = 400; // times, ms until a page is at rest, ms until the last event is reported
const PATIENCE = 5000; // ms until a page counts as one without a board
const runs = Number(process.argv[2] ?? 5);
const sizes = { '1280x720': { viewport: { width: 1280, height: 720 } }, '360x740': phone };

const observe = () => {
  const seen = window.seen = { lcp: 0, shift: 0, events: new Map(), long: 0 };
  const watch = (type, take, options) => new PerformanceObserver((list) => { for (const entry of list.getEntries()) take(entry); }).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  watch('event', ({ interactionId, duration }) => { if (interactionId) seen.events.set(interactionId, Math.max(duration, seen.events.get(interactionId) ?? 0)); }, { durationThreshold: 16 });
  watch('long-animation-frame', ({ duration }) => { seen.long = Math.max(seen.long, duration); });
};

const at = (values, share) => { const sorted = [...values].sort((a, b) => a - b); return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0; };
const median = (values) => at(values, 0.5);

// Presses keys on the element that Tab reaches on the board, as many as there are interactions to be counted.
const keys = (pressed) => async (page) => {
  await page.locator('.surface [tabindex="0"]').first().focus();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press(pressed[i % pressed.length]);
    await page.waitForTimeout(60);
  }
  return 20;
};

async function play(page) {
  // By coordinates: a locator's click runs scripts of its own in the slowed page, which the browser counts as delay.
  const boxes = await page.locator('.mini-4 .mini-cell:not(:disabled)').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON()));
  for (let i = 0; i < 20; i++) {
    const { x, y, width, height } = boxes[i % boxes.length];
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(60);
  }
  return 20;
}

const empty = (side) => JSON.stringify({ puzzle: '.'.repeat(side * side) });
const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'];
const wanted = process.argv[3]?.split(",");
const places = {
  home: ['', play],
  'sudoku 9x9': [`sudoku?p=${encodeURIComponent(empty(9))}`, keys(['1', 'ArrowRight', '2', 'ArrowDown'])],
  'sudoku 25x25': [`sudoku?p=${encodeURIComponent(empty(25))}`, keys(['1', 'ArrowRight', '2', 'ArrowDown'])],
  sudoku: ['sudoku', keys(ARROWS)], whist: ['whist', keys(ARROWS)], bridge: ['bridge', keys(ARROWS)],
  andor: ['andor', keys(ARROWS)], gametree: ['gametree', keys(ARROWS)], matrix: ['matrix', keys(ARROWS)]
};

const server = await Server.start(), browser = await launch();

async function visit(place, act, options) {
  const context = await browser.newContext({ ...options, locale: 'en-US', serviceWorkers: 'block', extraHTTPHeaders: { 'Accept-Encoding': 'gzip' } });
  const page = await context.newPage(), cdp = await context.newCDPSession(page);
  let weight = 0, calls = 0;
  const names = new Map();
  page.setDefaultTimeout(PATIENCE);
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (names.get(requestId)?.startsWith('/v1/')) calls += encodedDataLength;
    else weight += encodedDataLength;
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(`${server.url}/#/${place}`);
  await page.waitForTimeout(SETTLE);
  const { lcp, shift, long } = await page.evaluate(() => window.seen), loaded = weight;
  const wanted = await act(page).catch(() => 0);
  await page.waitForTimeout(AFTER);
  const slow = await page.evaluate(() => [...window.seen.events.values()]);
  await context.close();
  // Interactions below the threshold of 16 ms are not reported.
  return { lcp, shift, long, weight: loaded, calls, taps: wanted ? [...slow, ...Array(Math.max(0, wanted - slow.length)).fill(16)] : [] };
}

const columns = ['page', 'size', 'LCP ms', 'shift', 'INP p95 ms', 'longest frame ms', 'files B', 'of /v1 B'];
const rows = [];
for (const [name, [place, act]] of Object.entries(places).filter(([one]) => !wanted || wanted.includes(one)))
  for (const [size, options] of Object.entries(sizes)) {
    const all = [];
    for (let run = 0; run < runs; run++) all.push(await visit(place, act, options));
    const of = (member) => median(all.map((one) => one[member])), taps = all.flatMap((one) => one.taps);
    rows.push([name, size, of('lcp').toFixed(0), of('shift').toFixed(3), taps.length ? at(taps, 0.95).toFixed(0) : '–', of('long').toFixed(0), of('weight'), of('calls')]);
  }
const wide = columns.map((column, i) => Math.max(column.length, ...rows.map((row) => String(row[i]).length)));
for (const row of [columns, ...rows]) console.log(row.map((cell, i) => (i < 2 ? String(cell).padEnd(wide[i]) : String(cell).padStart(wide[i]))).join('  '));

// From the press of Solve to the frame with the digits. Each run has a puzzle that the server has not seen.
async function answerTime(options, run) {
  const context = await browser.newContext({ ...options, locale: 'en-US', serviceWorkers: 'block' }), page = await context.newPage(), cdp = await context.newCDPSession(page);
  await page.goto(`${server.url}/#/sudoku?p=${'.'.repeat(run)}1${'.'.repeat(15 - run)}`);
  await page.locator('.surface[data-state="editing"]').waitFor();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const spent = await page.evaluate(() => new Promise((done) => {
    const button = [...document.querySelectorAll('.surface-actions button')].find(({ textContent }) => textContent === 'Solve'), surface = document.querySelector('.surface');
    const begun = performance.now();
    new MutationObserver(() => { if (surface.dataset.state === 'answered') requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))); }).observe(surface, { attributes: true });
    button.click();
  }));
  await context.close();
  return spent;
}
if (!wanted)
  for (const [size, options] of Object.entries(sizes)) {
    const all = [];
    for (let run = 0; run < runs; run++) all.push(await answerTime(options, run));
    console.log(`Solve to digits, ${size}: ${median(all).toFixed(0)} ms`);
  }

await browser.close();
await server.stop();
