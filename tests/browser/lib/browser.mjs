// One Chromium for a test file, a new context for each test. A page error, a refused resource or a violation of the
// content security policy fails the test in which it occurs.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { atEnd } from './end.mjs';

// Features that are off. Those of Playwright come first, because Chromium heeds only the last such flag. The others make
// the address bar a page of its own in each window, which no test shows and which costs more than the page under test.
const off = ['AvoidUnnecessaryBeforeUnloadCheckSync', 'BoundaryEventDispatchTracksNodeRemoval', 'DestroyProfileOnBrowserClose', 'DialMediaRouteProvider',
  'GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'Translate', 'RenderDocument',
  'OptimizationHints', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

// The sandbox does not work as root; the background services only try to reach the network.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', `--disable-features=${off.join(',')}`];

// For a busy machine: an idle one needs milliseconds.
const LIMIT = 60000; // ms

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const desktop = { viewport: { width: 1280, height: 900 } };

export async function launch() {
  return chromium.launch({ executablePath: process.env.NASH_CHROMIUM, args: flags });
}

// Opens url, without the service worker unless `serviceWorkers: 'allow'`: it would hide requests from the test. After the test it closes everything and checks the errors that the page logged. expected: patterns of
// errors that belong to the test (such as a stopped server); watch(page): called before the page is loaded.
export async function open(t, browser, url, { expected = [], watch, ...options } = {}) {
  const context = await browser.newContext({ ...desktop, locale: 'en-US', serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const complaints = [];
  page.setDefaultTimeout(LIMIT);
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/blocked by Playwright/.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (/^https?:$/.test(target.protocol) && target.host !== new URL(url).host) complaints.push(`foreign request: ${request.url()}`);
  });
  atEnd(t, async () => {
    await context.close();
    assert.deepEqual(complaints.filter((text) => !expected.some((pattern) => pattern.test(text))), []);
  });
  await watch?.(page);
  await page.goto(url);
  return page;
}
