// A server that requires a key: the page requests it once and uses it for streams too.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';

const key = 'a key of the tests';
let server, browser, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nashd-keys-'));
  writeFileSync(join(folder, 'keys'), `me ${createHash('sha256').update(key).digest('hex')}\n`, { mode: 0o600 });
  [server, browser] = await Promise.all([Server.start(['--api-keys', join(folder, 'keys')]), launch()]);
});
after(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the page requests a key, again if it is wrong, and continues with the right one', async (t) => {
  const page = await open(t, browser, `${server.url}/#/jobs`, { expected: [/status of 401/] });
  const dialog = page.getByRole('dialog');
  const give = async (text) => {
    await dialog.getByLabel('API key').fill(text);
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  };
  await dialog.waitFor();
  assert.deepEqual(await violations(page), []);
  await give('no such key');
  await dialog.waitFor();
  await give(key);
  await page.locator('.feed[data-mode=live]').waitFor();
  assert.equal(await dialog.count(), 0);

  const reply = await fetch(`${server.url}/v1/sudoku`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ puzzle: '1'.padEnd(16, '.') })
  });
  const job = await reply.json();
  await page.locator(`#job-${job.id}`).getByText('succeeded').waitFor();
  await page.reload();
  await page.locator(`#job-${job.id}`).waitFor();
  assert.equal(await dialog.count(), 0, 'the key is kept');
});
