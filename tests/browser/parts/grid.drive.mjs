// Drives the grid by keys, mouse, finger and assistive technology.
import assert from 'node:assert/strict';
import { soon } from '../lib/soon.mjs';

const grid = (page, name) => page.getByRole('grid', { name, exact: true });
const cell = (page, name, at) => grid(page, name).locator(`[data-cell="${at}"]`);
const section = (page, name) => page.locator('main > section', { has: grid(page, name) });
const selected = (page, name, cells) => soon(() => grid(page, name).locator('[aria-selected=true]').evaluateAll((all) => all.map((one) => Number(one.dataset.cell))), (found) => assert.deepEqual(found, cells));
const named = (page, name, at, pattern) => soon(() => cell(page, name, at).getAttribute('aria-label'), (label) => assert.match(label, pattern));
const reads = (page, name, text) => soon(() => grid(page, name).locator('[data-cell]').evaluateAll((all) => all.map((one) => one.textContent || '.').join('')), (found) => assert.equal(found, text));

// The middle of a cell in the window; dx, dy: in cells.
async function middle(page, name, at, dx = 0, dy = 0) {
  const { x, y, width, height } = await cell(page, name, at).boundingBox();
  return [x + width * (0.5 + dx), y + height * (0.5 + dy)];
}

async function drag(page, name, cells) {
  await cell(page, name, cells[0]).scrollIntoViewIfNeeded();
  await page.mouse.move(...await middle(page, name, cells[0]));
  await page.mouse.down();
  for (const at of cells.slice(1)) await page.mouse.move(...await middle(page, name, at), { steps: 8 });
  await page.mouse.up();
}

export default {
  'digits, marks and colours by keys; undo and redo': async (page) => {
    await cell(page, 'Stored', 1).click();
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+Digit3');
    await page.keyboard.press('Control+Digit4');
    await named(page, 'Stored', 2, /Row 1, column 3: corner 3, centre 4$/);
    await page.keyboard.press('v');
    await page.keyboard.press('7');
    await named(page, 'Stored', 2, /colour 7$/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await named(page, 'Stored', 2, /: corner 3$/);
    await page.keyboard.press('Control+y');
    await named(page, 'Stored', 2, /: corner 3, centre 4$/);
    await page.keyboard.press('z');
    await page.keyboard.press('Home');
    await page.keyboard.press('3');
    await reads(page, 'Stored', `12.4${'.'.repeat(12)}`);
  },
  'a drag selects many, a digit fills them; Ctrl adds and removes; Esc deselects': async (page) => {
    await drag(page, 'Stored', [5, 6, 10, 9]);
    await selected(page, 'Stored', [5, 6, 9, 10]);
    await page.keyboard.press('3');
    await reads(page, 'Stored', '1..4.33..33.....');
    await cell(page, 'Stored', 5).click({ modifiers: ['Control'] });
    await selected(page, 'Stored', [6, 9, 10]);
    await cell(page, 'Stored', 15).click({ modifiers: ['Shift'] });
    await selected(page, 'Stored', [6, 9, 10, 15]);
    await page.keyboard.press('3');
    await page.keyboard.press('Escape');
    await selected(page, 'Stored', []);
    await reads(page, 'Stored', '1..4.33..33....3');
  },
  'a diagonal drag leaves the neighbours out': async (page) => {
    await drag(page, 'Stored', [0, 15]);
    await selected(page, 'Stored', [0, 5, 10, 15]);
  },
  'a double click selects what is alike': async (page) => {
    await cell(page, 'Stored', 5).click();
    await page.keyboard.press('1');
    await cell(page, 'Stored', 0).dblclick();
    await selected(page, 'Stored', [0, 5]);
  },
  'arrows go round, Shift extends, Ctrl+A takes all': async (page) => {
    await cell(page, 'Strip', 0).click();
    await page.keyboard.press('ArrowUp');
    await selected(page, 'Strip', [14]);
    await page.keyboard.press('Shift+ArrowLeft');
    await selected(page, 'Strip', [14, 20]);
    await page.keyboard.press('Control+a');
    await soon(() => grid(page, 'Strip').locator('[aria-selected=true]').count(), (count) => assert.equal(count, 21));
  },
  'what assistive technology does lands in the cell that has the focus': async (page) => {
    await cell(page, 'Stored', 1).click();
    await cell(page, 'Stored', 7).focus();
    await page.keyboard.press('2');
    await reads(page, 'Stored', `1..4...2${'.'.repeat(8)}`);
    await cell(page, 'Stored', 13).evaluate((one) => one.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true }))); // without focus and place
    await reads(page, 'Stored', '1..4...2.....3..');
    await cell(page, 'Stored', 9).evaluate((one) => one.click());
    await selected(page, 'Stored', [9]);
    await section(page, 'Stored').getByRole('button', { name: '4', exact: true }).evaluate((one) => one.click());
    await reads(page, 'Stored', '1..4...2.4...3..');
  },
  'what was entered is there after a reload, with its undo': async (page) => {
    await cell(page, 'Stored', 1).click();
    await page.keyboard.press('2');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('x');
    await page.keyboard.press('3');
    await named(page, 'Stored', 5, /corner 3/);
    await page.reload();
    await named(page, 'Stored', 5, /corner 3/);
    await reads(page, 'Stored', `12.4${'.'.repeat(12)}`);
    await cell(page, 'Stored', 5).click();
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z');
    await reads(page, 'Stored', `1..4${'.'.repeat(12)}`);
  },
  'cages and regions are drawn by dragging': async (page) => {
    const cages = () => grid(page, 'Areas').locator('xpath=..').locator('.cage').count(), thick = () => grid(page, 'Areas').locator('xpath=..').locator('.thick').getAttribute('d');
    await drag(page, 'Areas', [7, 8, 14]);
    await soon(cages, (count) => assert.equal(count, 2));
    await drag(page, 'Areas', [30, 31, 32, 33, 34, 35]);
    await soon(thick, (path) => assert.equal(path.match(/h1/g).length, 6));
  },
  'letters are entered where there are letters; hot keys need Alt': async (page) => {
    await cell(page, 'Dense', 0).click();
    await page.keyboard.press('c');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+x');
    await page.keyboard.press('d');
    await named(page, 'Dense', 0, /: C$/);
    await named(page, 'Dense', 1, /: corner D$/);
  }
};

// Touches through the debugging protocol, since playwright has no drag of a finger.
const DOUBLE_TAP = 500; // ms: Chromium takes a tap that follows a touch sooner for the second of a double tap, and clicks nothing

async function touch(page, points) {
  const session = await page.context().newCDPSession(page), at = ([x, y]) => [{ x, y }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(points[0]) });
  for (const point of points.slice(1)) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(point) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

export const onPhone = {
  'a finger drags over cells; Select adds; the pad fills': async (page) => {
    const pad = (name) => section(page, 'Stored').getByRole('button', { name, exact: true });
    const on = (name) => section(page, 'Stored').getByRole('button', { name, exact: true, pressed: true }).waitFor(); // a tap is drawn later
    await cell(page, 'Stored', 5).scrollIntoViewIfNeeded();
    await touch(page, [await middle(page, 'Stored', 5), await middle(page, 'Stored', 5, 0.5), await middle(page, 'Stored', 6)]);
    await selected(page, 'Stored', [5, 6]);
    await page.waitForTimeout(DOUBLE_TAP);
    await pad('Select').tap();
    await on('Select');
    await cell(page, 'Stored', 9).tap();
    await selected(page, 'Stored', [5, 6, 9]);
    await pad('Centre').tap();
    await on('Centre');
    await pad('2').tap();
    await named(page, 'Stored', 9, /centre 2/);
    await pad('Digit').tap();
    await on('Digit');
    await pad('4').tap();
    await reads(page, 'Stored', '1..4.44..4......');
  }
};
