// Drives the table by keys, the mouse, touch and the clipboard.
import assert from 'node:assert/strict';
import { soon } from '../lib/soon.mjs';

const grid = (page, name) => page.getByRole('grid', { name, exact: true });
const cell = (page, name, place) => grid(page, name).locator(`[data-at="${place}"]`);
const texts = (page, name) => grid(page, name).locator('tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.name, .value')].map((one) => one.textContent.trim()).join(' ')).join(' | '));
const holds = (page, name, wanted) => soon(() => texts(page, name), (found) => assert.equal(found, wanted));
const focused = (page, place) => soon(() => page.evaluate(() => document.activeElement.dataset.at), (found) => assert.equal(found, place));
const selected = (page, name, count) => soon(() => grid(page, name).locator('[aria-selected=true]').count(), (found) => assert.equal(found, count));
const press = async (page, keys) => { for (const key of keys.split(' ')) await page.keyboard.press(key); };
const START = 'left middle right | up 0 1 2 | down 3 4 5';

const pasteInto = (target, text) => target.evaluate((element, given) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', given);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);
const copyFrom = (target, kind = 'copy') => target.evaluate((element, type) => {
  const clipboardData = new DataTransfer();
  element.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData('text/plain');
}, kind);

export default {
  'it is one tab stop, and arrows lead to every cell and name': async (page) => {
    await page.keyboard.press('Tab');
    await focused(page, '0 0 0');
    await soon(() => grid(page, 'Payoffs').locator('[tabindex="0"]').count(), (count) => assert.equal(count, 1));
    await press(page, 'ArrowRight ArrowDown ArrowLeft ArrowLeft');
    await focused(page, '1 -1 0');
    await press(page, 'End ArrowUp ArrowUp');
    await focused(page, '-1 2 0');
    await press(page, 'Control+End');
    await focused(page, '1 2 0');
    await press(page, 'Control+Home');
    await focused(page, '0 0 0');
    await page.keyboard.press('Tab');
    await soon(() => page.evaluate(() => document.activeElement.tagName), (tag) => assert.equal(tag, 'BUTTON'));
    await page.keyboard.press('Shift+Tab');
    await focused(page, '0 0 0');
  },

  'typing overwrites; Enter goes down, Tab right, Escape restores, F2 edits': async (page) => {
    await cell(page, 'Payoffs', '0 0 0').click();
    await press(page, '7 . 5 Enter');
    await focused(page, '1 0 0');
    await press(page, '9 Escape');
    await holds(page, 'Payoffs', 'left middle right | up 7.5 1 2 | down 3 4 5');
    await focused(page, '1 0 0');
    await press(page, 'F2 ArrowLeft 1 Enter');
    await holds(page, 'Payoffs', 'left middle right | up 7.5 1 2 | down 13 4 5');
    await cell(page, 'Payoffs', '0 1 0').click();
    await press(page, '8 Tab - 8 Tab 6 Enter'); // the last Tab goes on in the next row
    await holds(page, 'Payoffs', 'left middle right | up 7.5 8 -8 | down 6 4 5');
    await press(page, '1 1 ArrowUp');
    await focused(page, '0 0 0');
    await holds(page, 'Payoffs', 'left middle right | up 7.5 8 -8 | down 11 4 5');
    await cell(page, 'Payoffs', '1 2 0').dblclick();
    await press(page, '0 Tab'); // beyond the last cell the focus leaves
    await soon(() => page.evaluate(() => document.activeElement.tagName), (tag) => assert.equal(tag, 'BUTTON'));
    await holds(page, 'Payoffs', 'left middle right | up 7.5 8 -8 | down 11 4 0');
  },

  'Enter after Tab returns to the column where the entry began': async (page) => {
    await cell(page, 'Payoffs', '0 1 0').click();
    await press(page, '1 Tab 2 Enter');
    await focused(page, '1 1 0');
  },

  'names are edited like cells; what cannot be read stays and is marked': async (page) => {
    await cell(page, 'Payoffs', '-1 1 0').click();
    await press(page, 'm i d Enter');
    await focused(page, '0 1 0');
    await press(page, '1 / 0 Enter');
    await holds(page, 'Payoffs', 'left mid right | up 0 1/0 2 | down 3 4 5');
    assert.equal(await cell(page, 'Payoffs', '0 1 0').getAttribute('aria-invalid'), 'true');
    await grid(page, 'Payoffs').getByRole('gridcell', { name: 'value: up, mid: 1/0, no number' }).waitFor();
    await press(page, 'ArrowUp 1 / 2 Enter');
    await soon(() => cell(page, 'Payoffs', '0 1 0').getAttribute('aria-invalid'), (bad) => assert.equal(bad, null));
  },

  'a range is selected by Shift and arrows or by the mouse, and cleared': async (page) => {
    await cell(page, 'Payoffs', '0 1 0').click();
    await press(page, 'Shift+ArrowRight Shift+ArrowDown');
    await selected(page, 'Payoffs', 4);
    await press(page, 'Delete');
    await holds(page, 'Payoffs', 'left middle right | up 0   | down 3  ');
    await press(page, 'Control+z');
    await holds(page, 'Payoffs', START);
    await press(page, 'Escape');
    await selected(page, 'Payoffs', 0);
    const [from, to] = await Promise.all(['0 0 0', '1 1 0'].map((place) => cell(page, 'Payoffs', place).boundingBox()));
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 4 });
    await page.mouse.up();
    await selected(page, 'Payoffs', 4);
    await cell(page, 'Payoffs', '1 2 0').click({ modifiers: ['Shift'] });
    await selected(page, 'Payoffs', 6);
    await press(page, 'Control+a');
    await selected(page, 'Payoffs', 6);
  },

  'a range of pairs is whole cells, one of a column may be one value': async (page) => {
    await cell(page, 'Pairs', '0 0 1').click();
    await press(page, 'Shift+ArrowDown');
    await selected(page, 'Pairs', 2);
    assert.equal(await copyFrom(cell(page, 'Pairs', '1 0 1')), '1\n-1');
    await press(page, 'Shift+ArrowRight');
    await selected(page, 'Pairs', 8);
    assert.equal(await copyFrom(cell(page, 'Pairs', '1 1 1')), '5, 1\t4, 4\n9, -1\t0, 0');
  },

  'a block is copied, cut and pasted as a spreadsheet does, and the table grows': async (page) => {
    await cell(page, 'Payoffs', '0 1 0').click();
    await press(page, 'Shift+ArrowRight');
    assert.equal(await copyFrom(cell(page, 'Payoffs', '0 2 0'), 'cut'), '1\t2');
    await holds(page, 'Payoffs', 'left middle right | up 0   | down 3 4 5');
    await cell(page, 'Payoffs', '1 2 0').click();
    await pasteInto(cell(page, 'Payoffs', '1 2 0'), '7\t8\r\n9\t"1/2"\r\n');
    await holds(page, 'Payoffs', 'left middle right c4 | up 0   0 | down 3 4 7 8 | r3 0 0 9 1/2');
    await focused(page, '2 3 0');
    await press(page, 'Control+z Control+z');
    await holds(page, 'Payoffs', START);
    await press(page, 'Control+y Control+Shift+z');
    await holds(page, 'Payoffs', 'left middle right c4 | up 0   0 | down 3 4 7 8 | r3 0 0 9 1/2');
    await cell(page, 'Pairs', '0 1 1').click();
    await pasteInto(cell(page, 'Pairs', '0 1 1'), '7\n8');
    await holds(page, 'Pairs', 'press wait | press 5 1 4 7 | wait 9 -1 0 8−4');
    await pasteInto(cell(page, 'Pairs', '0 1 1'), '2, 3');
    await soon(() => texts(page, 'Pairs'), (found) => assert.match(found, /^press wait \| press 5 1 2 3 \|/));
  },

  'the real clipboard works by its keys': async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await cell(page, 'Payoffs', '1 0 0').click();
    await press(page, 'Shift+End Control+c ArrowUp Home Control+v');
    await holds(page, 'Payoffs', 'left middle right | up 3 4 5 | down 3 4 5');
  },

  'rows and columns are inserted, moved and deleted by keys and buttons': async (page) => {
    const button = (name) => page.getByRole('button', { name, exact: true });
    await cell(page, 'Payoffs', '0 0 0').click();
    await press(page, 'Alt+Enter');
    await holds(page, 'Payoffs', 'left middle right | up 0 1 2 | r2 0 0 0 | down 3 4 5');
    await focused(page, '1 0 0');
    await press(page, 'Alt+ArrowDown');
    await focused(page, '2 0 0');
    await press(page, 'Alt+Shift+Enter Alt+ArrowRight');
    await holds(page, 'Payoffs', 'left middle c2 right | up 0 1 0 2 | down 3 4 0 5 | r2 0 0 0 0');
    await press(page, 'Alt+Delete Alt+Shift+Backspace');
    await holds(page, 'Payoffs', START);
    await cell(page, 'Payoffs', '1 2 0').click();
    for (const name of ['Move the row up', 'Move the column to the left', 'Insert a row below', 'Delete the column']) await button(name).click();
    await holds(page, 'Payoffs', 'left middle | down 3 4 | r2 0 0 | up 0 1');
    assert.equal(await button('Move the column to the right').getAttribute('aria-disabled'), 'true');
  },

  'a table for reading can be walked and copied, not changed': async (page) => {
    await cell(page, 'Reading', '0 0 0').click();
    await press(page, '5 Delete F2 Shift+ArrowRight');
    assert.equal(await copyFrom(cell(page, 'Reading', '0 1 0')), '1\t2');
    await pasteInto(cell(page, 'Reading', '0 1 0'), '9');
    await holds(page, 'Reading', 'c1 c2 | r1 1 2');
    assert.equal(await grid(page, 'Reading').getAttribute('aria-readonly'), 'true');
  },

  'screen readers get names, marks and weights': async (page) => {
    await grid(page, 'Pairs').getByRole('gridcell', { name: 'column: press, wait, equilibrium: 4, best', exact: true }).waitFor();
    await grid(page, 'Pairs').getByRole('rowheader', { name: 'wait eliminated 1/5 pays 3' }).waitFor();
    assert.equal(await grid(page, 'Large').getAttribute('aria-rowcount'), '41');
  }
};

export const onPhone = {
  'a tap selects, a second one edits; several are selected by a switch': async (page) => {
    await cell(page, 'Payoffs', '0 1 0').tap();
    await focused(page, '0 1 0');
    assert.equal(await page.locator('.sheet-field:visible').count(), 0);
    await cell(page, 'Payoffs', '0 1 0').tap();
    const field = page.getByRole('textbox', { name: 'value: up, middle' });
    await field.fill('6');
    await field.press('Enter');
    await holds(page, 'Payoffs', 'left middle right | up 0 6 2 | down 3 4 5');
    await page.getByRole('button', { name: 'Select several' }).first().tap();
    await cell(page, 'Payoffs', '1 0 0').tap();
    await selected(page, 'Payoffs', 2);
    await cell(page, 'Payoffs', '0 0 0').tap();
    await selected(page, 'Payoffs', 4);
  }
};
