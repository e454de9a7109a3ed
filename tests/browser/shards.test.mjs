// The page of shards: who is there, what is played, how a phone is invited. What needs phones is played on a stage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { launch, open, phone } from './lib/browser.mjs';
import { shards } from './lib/game.mjs';
import { Server } from './lib/server.mjs';
import { Stage } from './lib/stage.mjs';

let server, stage, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  stage = await Stage.start(server);
});
after(async () => { await browser.close(); await stage.stop(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const job = '01930000000000000000000000000001';
const since = '2026-01-01T10:00:00.000Z';
const guests = [
  { id: 'a1', kind: 'phone', name: 'phone 1', state: 'playing', since, game: job, rows: [6, 10], updates_per_s: 1.2e6, round_trip_ms: 12.3, rounds: 133, replayed: 133, faults: 0 },
  { id: 'a2', kind: 'phone', name: 'phone 2', state: 'quarantined', since, rounds: 3, replayed: 3, faults: 1 },
  { id: 'a3', kind: 'server', name: 'kitchen', state: 'idle', since, rounds: 0, replayed: 0, faults: 0 }
];
const world = (more) => ({ instance: 'ab', version: '1', peers: [], members: [], games: [], ...more });
const set = (more) => stage.replies.set('GET /v1/shards', world(more));
const invitation = { token: 'T0ken', url: 'http://192.168.1.20:8080/join#T0ken', qr: '/v1/shards/invitations/T0ken/qr' };
const code = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h3v3h-3z"/></svg>';

function invite(ms = 600000, said = {}) {
  stage.replies.set('POST /v1/shards/invitations', () => ({ code: 201, json: { ...invitation, expires_at: new Date(Date.now() + ms).toISOString(), ...said } }));
  stage.replies.set('GET /v1/shards/invitations/T0ken/qr', { type: 'image/svg+xml', text: code });
}

const show = async (t, options) => {
  const page = await open(t, browser, `${stage.url}/#/shards`, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};

test('members, games and peers, as they are', async (t) => {
  set({ members: guests, games: [{ job, mode: 'exact', round: 17, potential: -12, shards: shards(25, 17) }], peers: [{ url: 'http://10.0.0.7:8080', state: 'idle' }] });
  const page = await show(t);
  const rows = page.getByRole('region', { name: 'Members' }).locator('tbody tr');
  assert.deepEqual(await rows.locator('.state').allTextContents(), ['playing', 'quarantined', 'idle']);
  assert.match(await rows.first().textContent(), /^6–10phone 1.*playing1\.2M12 ms1331330/);
  assert.match(await rows.nth(2).textContent(), /kitchen server/);
  assert.equal(await page.getByRole('link', { name: job.slice(0, 12) }).getAttribute('href'), `#/jobs/${job}`);
  await page.getByText('12 conflicts').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Shards of this game' }).locator('tbody tr').count(), 5);
  await page.getByText('How phones and machines play').click();
  await page.getByText('http://10.0.0.7:8080').last().waitFor();
});

test('with nobody there, the page tells how to begin', async (t) => {
  set({});
  const page = await show(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('heading', { name: 'Five phones' }).waitFor();
  await page.getByRole('heading', { name: 'Four other machines' }).waitFor();
  assert.equal(await page.locator('table').count(), 0);
  await page.locator('.command', { hasText: '--join' }).getByRole('button').click();
  await page.getByText('Copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `nashd --join ${stage.url} --peer-key key`);
});

test('a phone is invited by code or link; the page sees it join', async (t) => {
  set({ members: [guests[0]] });
  invite();
  const page = await show(t);
  await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); }); // as on a LAN address
  await button(page, 'Add a phone').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(invitation.url).waitFor();
  await dialog.getByText(/for 9 min \d+ s|for 10 min/).waitFor();
  const image = dialog.getByRole('img');
  await page.waitForFunction(() => document.querySelector('dialog img')?.complete);
  assert.equal(decodeURIComponent((await image.getAttribute('src')).slice('data:image/svg+xml,'.length)), code);
  assert.ok(await image.evaluate((node) => node.naturalWidth > 0), 'the code is drawn');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor({ state: 'attached' });
  assert.equal(await dialog.getByText('has joined').count(), 0, 'who was there before is not the one invited');
  assert.deepEqual(await violations(page), []);
  set({ members: [guests[0], { ...guests[1], id: 'b7', name: 'phone 7', state: 'idle' }] });
  await dialog.getByText('phone 7 has joined.').waitFor();
  assert.equal(await image.count(), 0);
  await button(page, 'Add another').click();
  await dialog.getByText(invitation.url).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('tr', { hasText: 'phone 7' }).waitFor();
});

test('an invitation that is over says so, and another is made', async (t) => {
  set({});
  invite(1500);
  const page = await show(t);
  await button(page, 'Add a phone').click();
  await page.getByText('This invitation is over.').waitFor();
  assert.equal(await page.getByRole('dialog').getByRole('img').count(), 0);
  invite();
  await button(page, 'New invitation').click();
  await page.getByText(invitation.url).waitFor();
});

test('an invitation that is refused says why', async (t) => {
  set({});
  stage.replies.set('POST /v1/shards/invitations', { code: 503, json: { status: 503, title: 'Too many', detail: 'There are 64 invitations open.' } });
  const page = await show(t, { expected: [/status of 503/] });
  await button(page, 'Add a phone').click();
  await page.getByRole('alert').getByText('There are 64 invitations open.').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a member is sent away by keyboard; a peer cannot be', async (t) => {
  set({ members: [...guests, { id: 'p', kind: 'peer', name: 'http://10.0.0.7:8080', state: 'idle' }] });
  stage.replies.set('DELETE /v1/shards/members/a2', () => {
    set({ members: [guests[0], guests[2]] });
    return { code: 204, text: '' };
  });
  const page = await show(t);
  await page.locator('tr', { hasText: 'phone 2' }).waitFor();
  assert.equal(await page.locator('tbody button').count(), 3);
  await button(page, 'Send phone 2 away').focus();
  await page.keyboard.press('Enter');
  await page.locator('tr', { hasText: 'phone 2' }).waitFor({ state: 'detached' });
  await page.locator('tr', { hasText: 'kitchen' }).waitFor();
});

test('what is said grows and shrinks, whatever is left out', async (t) => {
  set({ members: [{ id: 'x', name: 'bare' }], games: [{ round: 0 }], peers: [{ url: 'http://a' }] });
  const page = await show(t);
  await page.locator('tr', { hasText: 'bare' }).waitFor();
  set({ members: guests });
  await page.locator('tr', { hasText: 'kitchen' }).waitFor();
  stage.replies.set('GET /v1/shards', {});
  await page.getByRole('heading', { name: 'Five phones' }).waitFor();
});

test('a server that cannot be reached is told, and asked again', async (t) => {
  stage.replies.set('GET /v1/shards', { code: 500, json: { title: 'Internal' } });
  const page = await show(t, { expected: [/status of 500/] });
  await page.getByRole('alert').waitFor();
  set({ members: guests });
  await page.locator('tr', { hasText: 'kitchen' }).waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

for (const [name, options] of Object.entries({ 'light, desktop': { colorScheme: 'light' }, 'dark, phone, Chinese': { ...phone, colorScheme: 'dark', locale: 'zh-CN' } }))
  test(`${name}: no barrier, no sideways scrolling`, async (t) => {
    const fits = async (page, when) => {
      assert.deepEqual(await violations(page), [], when);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `too wide ${when}`);
    };
    set({});
    invite();
    const page = await show(t, options);
    await page.locator('.howto ol').first().waitFor();
    await fits(page, 'empty');
    set({ members: guests, games: [{ job, mode: 'exact', round: 17, potential: -12, shards: shards(25, 17) }], peers: [{ url: 'http://10.0.0.7:8080', state: 'idle' }] });
    await page.locator('tbody tr').nth(7).waitFor();
    await fits(page, 'full');
    await page.locator('main button').first().click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await fits(page, 'inviting');
  });
