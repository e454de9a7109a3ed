// Drives the graph by mouse, keys and touch: edits, undo, search, collapse; 2,000 nodes in a worker.
import assert from 'node:assert/strict';
import { soon } from '../lib/soon.mjs';

const state = (page, name) => page.getByRole('region', { name, exact: true });
const node = (where, id) => where.locator(`[data-node="${id}"]`);
const names = (where) => where.locator('.node title').evaluateAll((all) => all.map((one) => one.textContent));
const rules = (where, text) => soon(() => where.locator('.rules').textContent(), (now) => assert.equal(now, text));
const middle = async (of) => { const { x, y, width, height } = await of.boundingBox(); return [x + width / 2, y + height / 2]; };
const places = (where) => where.locator('.node').evaluateAll((all) => Object.fromEntries(all.map((one) => { const text = one.querySelector('text'); return [one.querySelector('title').textContent, [text.getAttribute('x'), text.getAttribute('y')]]; })));
const drag = async (page, [ax, ay], [bx, by]) => {
  await page.mouse.move(ax, ay);
  await page.mouse.down();
  await page.mouse.move((ax + bx) / 2, (ay + by) / 2);
  await page.mouse.move(bx, by);
  await page.mouse.up();
};

export default {
  'by mouse: a node is added, connected by dragging, moved, deleted; all is undone': async (page) => {
    const where = state(page, 'edited'), button = (name) => where.getByRole('button', { name, exact: true });
    await where.scrollIntoViewIfNeeded();
    const { x, y } = await where.locator('.view').boundingBox();
    await page.mouse.dblclick(x + 60, y + 60);
    await soon(() => names(where), (all) => assert.deepEqual(all.sort(), ['a', 'b', 's', 's4', 't']));
    const before = await places(where);
    await drag(page, await middle(where.locator('.handle')), await middle(node(where, 't')));
    await rules(where, 's -> a b; a -> t; b -> t; s4 -> t');
    const after = await places(where);
    assert.deepEqual(after, before, 'an edit moves no node');
    const [ax, ay] = await middle(node(where, 'a'));
    await drag(page, [ax, ay], [ax - 50, ay + 20]);
    await soon(() => places(where), (now) => assert.notDeepEqual(now.a, before.a));
    assert.deepEqual((await places(where)).t, before.t);
    await button('Undo').click();
    await soon(() => places(where), (now) => assert.deepEqual(now.a, before.a));
    await button('Redo').click();
    await soon(() => places(where), (now) => assert.notDeepEqual(now.a, before.a));
    await node(where, 'b').click();
    await button('Delete').click();
    await rules(where, 's -> a; a -> t; s4 -> t');
    for (let i = 0; i < 4; i++) await button('Undo').click();
    await rules(where, 's -> a b; a -> t; b -> t');
    await soon(() => names(where), (all) => assert.deepEqual(all.sort(), ['a', 'b', 's', 't']));
  },
  'several ends are chosen one after the other; an edge gets a cost': async (page) => {
    const where = state(page, 'edited'), button = (name) => where.getByRole('button', { name, exact: true });
    await node(where, 's').click();
    await button('Connect').click();
    for (const id of ['b', 't']) await node(where, id).click();
    await where.getByText('To b, t').waitFor();
    await button('Done').click();
    await rules(where, 's -> a b; s -> b t; a -> t; b -> t');
    await node(where, 's').focus();
    await page.keyboard.press('e');
    await page.keyboard.press('e');
    await where.getByText('e1: s → b, t').waitFor();
    await where.getByLabel('Cost').fill('7');
    await where.getByLabel('Cost').press('Enter');
    await rules(where, 's -> a b; s -> b t 7; a -> t; b -> t');
    await soon(() => where.locator('.edge .label').allTextContents(), (all) => assert.deepEqual(all, ['7']));
  },
  'by keyboard alone: walk, add, connect, delete, undo': async (page) => {
    const where = state(page, 'edited'), at = (id) => soon(() => page.evaluate(() => document.activeElement.dataset?.node), (now) => assert.equal(now, id));
    await node(where, 's').focus();
    await page.keyboard.press('ArrowDown');
    await at('a');
    await page.keyboard.press('ArrowRight');
    await at('b');
    await page.keyboard.press('ArrowDown');
    await at('t');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await at('s');
    await page.keyboard.press('n');
    await at('s4');
    await rules(where, 's -> a b; s -> s4; a -> t; b -> t');
    await page.keyboard.press('c');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    await soon(() => where.locator('.rules').textContent(), (now) => assert.match(now, /s4 -> [ab]/));
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await rules(where, 's -> a b; a -> t; b -> t');
  },
  'a part is collapsed and expanded; a node is found by name': async (page) => {
    const where = state(page, 'a graph');
    await node(where, 'n0').focus();
    await page.keyboard.press('ArrowDown');
    const [id] = await page.evaluate(() => [document.activeElement.dataset.node]);
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await soon(() => names(where), (all) => assert.deepEqual(all, ['n0']));
    await soon(() => where.locator('.folded').textContent(), (text) => assert.equal(text, '+8'));
    assert.equal(await node(where, 'n0').getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('/');
    await where.getByRole('searchbox').fill(id);
    await where.getByRole('searchbox').press('Enter');
    await soon(() => names(where), (all) => assert.equal(all.length, 9));
    assert.equal(await node(where, id).getAttribute('aria-selected'), 'true');
  },
  'the wheel zooms, the background pans, Fit shows all again; the drawing is saved': async (page) => {
    const where = state(page, 'a graph'), transform = () => where.locator('.view > svg:not(.probe) > g').getAttribute('transform'), first = await transform();
    const { x, y } = await where.locator('.view').boundingBox();
    await page.mouse.move(x + 100, y + 100);
    await page.mouse.wheel(0, -400);
    await soon(transform, (now) => assert.notEqual(now, first));
    const zoomed = await transform();
    await drag(page, [x + 100, y + 300], [x + 180, y + 320]);
    await soon(transform, (now) => assert.notEqual(now, zoomed));
    await where.getByRole('button', { name: 'Fit' }).click();
    await soon(transform, (now) => assert.equal(now, first));
    await where.locator('.menu summary').click();
    const [download] = await Promise.all([page.waitForEvent('download'), where.getByRole('button', { name: 'Save as SVG' }).click()]);
    const parts = [];
    for await (const piece of await download.createReadStream()) parts.push(piece);
    assert.match(Buffer.concat(parts).toString(), /^<svg [^]*<ellipse[^]*fill=/);
  },
  '2000 nodes: laid out by a worker, painted, found by name, without a frozen frame': async (page, t) => {
    const where = state(page, 'large'), view = where.locator('.view');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(() => { window.frames_ = []; new PerformanceObserver((list) => window.frames_.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'long-animation-frame' }); });
    await where.getByRole('button', { name: 'Draw 2000 nodes' }).click();
    await soon(() => view.getAttribute('data-layout'), (how) => assert.equal(how, 'worker'));
    await soon(() => view.getAttribute('aria-busy'), (busy) => assert.equal(busy, 'false'));
    await soon(() => view.locator('canvas').evaluate(isPainted), (painted) => assert.ok(painted));
    const spent = async () => page.evaluate(() => window.frames_.splice(0));
    t.diagnostic(`4x slower, laid out and painted: frames over 50 ms: ${JSON.stringify(await spent())}`);
    await where.getByRole('searchbox').fill('n1999');
    await where.getByRole('searchbox').press('Enter');
    await soon(() => view.getAttribute('data-drawn'), (how) => assert.equal(how, 'elements'));
    await soon(() => page.evaluate(() => document.activeElement.dataset?.node), (id) => assert.equal(id, 'n1999'));
    const { x, y, width, height } = await view.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, 300);
    await soon(() => view.getAttribute('data-drawn'), (how) => assert.equal(how, 'canvas'));
    await drag(page, [x + width / 2, y + 20], [x + width / 2 + 150, y + 80]);
    await where.getByRole('button', { name: 'Step' }).click();
    await page.waitForTimeout(600);
    t.diagnostic(`4x slower, found, zoomed, panned, a step: frames over 50 ms: ${JSON.stringify(await spent())}`);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
};

// Returns whether a canvas shows anything. It reads a copy, because Chromium warns when a canvas itself is read twice.
function isPainted(canvas) {
  const { width, height } = canvas, copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, width, height).data.some((value) => value > 0);
}

export const onPhone = {
  'by touch: a tap selects, Connect and taps connect, two fingers zoom': async (page) => {
    const where = state(page, 'edited');
    await where.scrollIntoViewIfNeeded();
    await node(where, 't').tap();
    await soon(() => node(where, 't').getAttribute('aria-selected'), (now) => assert.equal(now, 'true'));
    await where.getByRole('button', { name: 'Connect' }).tap();
    await node(where, 'a').tap();
    await where.getByRole('button', { name: 'Done' }).tap();
    await rules(where, 's -> a b; a -> t; b -> t; t -> a');
    const session = await page.context().newCDPSession(page), { x, y, width, height } = await where.locator('.view').boundingBox();
    const transform = () => where.locator('.view > svg:not(.probe) > g').getAttribute('transform'), first = await transform();
    const fingers = (apart) => [-1, 1].map((side, id) => ({ x: x + width / 2 + side * apart, y: y + height / 2, id }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(30) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(90) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await soon(transform, (now) => assert.notEqual(now, first));
  }
};
