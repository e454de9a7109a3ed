// The page of shards: members, games, invitations of phones. Situations that need phones are played on a stage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { shards } from '../lib/game.mjs';
import { Server } from '../lib/server.mjs';
import { flashes, soon } from '../lib/soon.mjs';
import { Stage } from '../lib/stage.mjs';

let server, stage, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  stage = await Stage.start(server);
});
after(async () => { await browser.close(); await stage.stop(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const joined_at = '2026-01-01T10:00:00.000Z';
const guests = [
  { member: 1, kind: 'phone', name: 'phone 1', state: 'playing', joined_at, games: 3 },
  { member: 2, kind: 'phone', name: 'phone 9', state: 'quarantined', joined_at, games: 1 },
  { member: 3, kind: 'server', name: 'kitchen', state: 'idle', joined_at, games: 0 }
];
const game = { game: 7, job: '0123456789abcdef0123456789abcdef', size: 25, mode: 'exact', started_at: joined_at, progress: { potential: -12, round: 17, shards: shards(25, 17) } };
const peers = [{ url: 'http://10.0.0.7:8080', state: 'ready' }, { url: 'http://10.0.0.8:8080', state: 'failed', why: 'answered 401' }];
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
  set({ members: guests, games: [game], peers });
  const page = await show(t);
  const rows = page.getByRole('region', { name: 'Members' }).locator('tbody tr');
  await soon(() => rows.locator('.state').allTextContents(), (found) => assert.deepEqual(found, ['playing', 'quarantined', 'idle', 'ready', 'failed: answered 401']));
  await soon(() => rows.first().textContent(), (text) => assert.match(text, /^11–15phone 1 phoneplaying833\.3K17K1\.2 ms17/, 'with its numbers in the game'));
  await soon(() => rows.nth(2).textContent(), (text) => assert.match(text, /kitchen server/));
  await page.getByRole('heading', { name: 'Game 7 25 × 25 exact' }).waitFor();
  await page.getByText('12 conflicts').waitFor();
  assert.equal(await page.getByRole('link', { name: 'To the job' }).getAttribute('href'), `#/jobs/${game.job}`);
  await soon(() => page.getByRole('region', { name: 'Shards of this game' }).locator('tbody tr').count(), (count) => assert.equal(count, 5));
  await soon(() => rows.nth(3).textContent(), (text) => assert.match(text, /^6–10http:\/\/10\.0\.0\.7:8080 peer/));
  await soon(() => page.locator('.howto').getAttribute('open'), (is) => assert.equal(is, null, 'folded if there are members'));
});

test('work in units shows its members, with the board of no game', async (t) => {
  const member = (name, kind, state, used) => ({ member: name, kind, state, computed: used, used, verified: 0, audited: 0, wasted: 0, units: 7, late: 0, wrong: 0, round_trip_ms: 3, faults: 0 });
  const farm = { game: 8, job: game.job, mode: 'farm', seats: 2, started_at: joined_at, progress: { step: 40, farm: { units: 90, answered: 30 }, credit: [member('local', 'local', 'working', 300), member('phone 1', 'phone', 'lost', 100)] } };
  set({ members: guests, games: [farm, game] });
  for (const [locale, words] of [['en-US', ['Shared work 8', '30 of 90 units', 'Who did what', 'this serverworking75%']], ['zh-CN', ['共同计算 8', '90 个单元已完成 30 个', '各成员的贡献', '本服务器计算中75%']]]) {
    const page = await show(t, { ...phone, locale });
    await page.getByRole('heading', { name: words[0] }).waitFor();
    await page.getByText(words[1]).waitFor();
    await soon(() => page.getByRole('region', { name: words[2] }).locator('tbody tr').first().textContent(), (text) => assert.ok(text.startsWith(words[3]), text));
    assert.deepEqual(await violations(page), []);
  }
});

test('without members, the page shows instructions', async (t) => {
  set({});
  const page = await show(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('heading', { name: 'Five phones' }).waitFor();
  await page.getByRole('heading', { name: 'Four other machines' }).waitFor();
  assert.equal(await page.locator('table').count(), 0);
  await flashes(page.getByText('Copied'), () => page.locator('.command', { hasText: '--join' }).getByRole('button').click());
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
  await dialog.getByText(/for [89] min \d+ s|for (9|10) min/).waitFor();
  const image = dialog.getByRole('img');
  await page.waitForFunction(() => document.querySelector('dialog img')?.complete);
  assert.equal(decodeURIComponent((await image.getAttribute('src')).slice('data:image/svg+xml,'.length)), code);
  assert.ok(await image.evaluate((node) => node.naturalWidth > 0), 'the code is drawn');
  await flashes(page.getByText('Copied'), () => dialog.getByRole('button', { name: 'Copy' }).click());
  assert.equal(await dialog.getByText('has joined').count(), 0, 'an earlier member is not the invited one');
  assert.deepEqual(await violations(page), []);
  set({ members: [guests[0], { ...guests[1], member: 4, name: 'phone 7', state: 'idle' }] });
  await dialog.getByText('phone 7 has joined.').waitFor();
  await image.waitFor({ state: 'detached' });
  await button(page, 'Add another').click();
  await dialog.getByText(invitation.url).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('tr', { hasText: 'phone 7' }).waitFor();
});

test('an expired invitation is reported, and another is made', async (t) => {
  set({});
  invite(1500);
  const page = await show(t);
  await button(page, 'Add a phone').click();
  await page.getByText('This invitation has expired.').waitFor();
  await page.getByRole('dialog').getByRole('img').waitFor({ state: 'detached' });
  invite();
  await button(page, 'New invitation').click();
  await page.getByText(invitation.url).waitFor();
});

test('a server that no phone can reach is reported', async (t) => {
  set({});
  invite(600000, { reachable: false });
  const page = await show(t);
  await button(page, 'Add a phone').click();
  await page.getByText('No phone can reach this').waitFor();
});

test('a refused invitation shows the reason', async (t) => {
  set({});
  stage.replies.set('POST /v1/shards/invitations', { code: 503, json: { status: 503, title: 'Too many', detail: 'There are 64 invitations open.' } });
  const page = await show(t, { expected: [/status of 503/] });
  await button(page, 'Add a phone').click();
  await page.getByRole('alert').getByText('There are 64 invitations open.').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a member is removed by keyboard; a peer cannot be', async (t) => {
  set({ members: guests, peers });
  stage.replies.set('DELETE /v1/shards/members/2', () => {
    set({ members: [guests[0], guests[2]] });
    return { code: 204, text: '' };
  });
  const page = await show(t);
  await page.locator('tr', { hasText: 'phone 9' }).waitFor();
  await soon(() => page.locator('tbody button').count(), (count) => assert.equal(count, 3));
  await button(page, 'Remove phone 9').focus();
  await page.keyboard.press('Enter');
  await page.locator('tr', { hasText: 'phone 9' }).waitFor({ state: 'detached' });
  await page.locator('tr', { hasText: 'kitchen' }).waitFor();
});

test('columns appear and disappear with their members', async (t) => {
  set({ members: [{ name: 'bare' }], games: [{ game: 1 }], peers: [{ url: 'http://a' }] }); // all other members are absent
  const page = await show(t);
  await page.locator('tr', { hasText: 'bare' }).waitFor();
  set({ members: guests });
  await page.locator('tr', { hasText: 'kitchen' }).waitFor();
  stage.replies.set('GET /v1/shards', {});
  await page.getByRole('heading', { name: 'Five phones' }).waitFor();
});

test('an unreachable server is reported and polled again', async (t) => {
  stage.replies.set('GET /v1/shards', { code: 500, json: { title: 'Internal' } });
  const page = await show(t, { expected: [/status of 500/] });
  await page.getByRole('alert').waitFor();
  set({ members: guests });
  await page.locator('tr', { hasText: 'kitchen' }).waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('the server\'s own: a phone is invited, joins by its token, is seen and removed', async (t) => {
  const own = await Server.start(['--public-url', 'http://192.168.1.20:8080']);
  atEnd(t, () => own.stop());
  const page = await open(t, browser, `${own.url}/#/shards`);
  await page.getByRole('heading', { name: 'Five phones' }).waitFor();
  await button(page, 'Add a phone').click();
  const address = page.getByRole('dialog').locator('code');
  await address.waitFor();
  const [, token] = /^http:\/\/192\.168\.1\.20:8080\/join#(\w+)$/.exec(await address.textContent());
  await page.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth > 0);
  const headers = { 'Content-Type': 'application/json' };
  const joined = await (await fetch(`${own.url}/v1/shards/members`, { method: 'POST', headers, body: JSON.stringify({ kind: 'phone', token, name: 'test phone', version: 2 }) })).json();
  const guest = await open(t, browser, own.url);
  await guest.evaluate(({ member, session }) => {
    window.line = new WebSocket(`ws://${location.host}/v1/shards/members/${member}/socket?session=${session}`, 'nashd.shard.1');
  }, joined);
  await page.getByText('test phone has joined.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove test phone' }).click();
  await page.locator('tr', { hasText: 'test phone' }).waitFor({ state: 'detached' });
});

for (const [name, options] of Object.entries({ 'light, desktop': { colorScheme: 'light' }, 'dark, phone, Chinese': { ...phone, colorScheme: 'dark', locale: 'zh-CN' } }))
  test(`${name}: no barrier, no sideways scrolling`, async (t) => {
    const fits = async (page, when) => {
      assert.deepEqual(await violations(page), [], when);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `too wide ${when}`);
    };
    set({});
    invite();
    const page = await show(t, options);
    await page.locator('.howto ol').first().waitFor();
    await fits(page, 'empty');
    set({ members: guests, games: [game], peers });
    await page.locator('tbody tr').nth(7).waitFor();
    await fits(page, 'full');
    await page.locator('main button').first().click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await fits(page, 'inviting');
  });
