// One Chromium for a test file, a fresh context for each test. A page error, a refused resource or a breach of the
// content security policy fails the test that saw it.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

// As root there is no sandbox; the background services only try to reach the network.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const desktop = { viewport: { width: 1280, height: 900 } };

export async function launch() {
  return chromium.launch({ executablePath: process.env.NASH_CHROMIUM, args: flags });
}

// Opens url; closes everything and judges what the page complained about when the test is over. expected: patterns of
// complaints that belong to the test (a server that was stopped, say); watch(page): called before the page is loaded.
export async function open(t, browser, url, { expected = [], watch, ...options } = {}) {
  const context = await browser.newContext({ ...desktop, locale: 'en-US', ...options });
  const page = await context.newPage();
  const complaints = [];
  page.setDefaultTimeout(15000);
  page.on('pageerror', (error) => complaints.push(`error: ${error.stack}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (/^https?:$/.test(target.protocol) && target.host !== new URL(url).host) complaints.push(`foreign request: ${request.url()}`);
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints.filter((text) => !expected.some((pattern) => pattern.test(text))), []);
  });
  watch?.(page);
  await page.goto(url);
  return page;
}
