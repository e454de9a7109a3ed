// The bars stand where their values are.
import assert from 'node:assert/strict';

const boxOf = (locator) => locator.evaluate((element) => { const { left, right } = element.getBoundingClientRect(), whole = element.parentElement.getBoundingClientRect(); return [(left - whole.left) / whole.width, (right - whole.left) / whole.width]; });
const near = (found, wanted) => assert.ok(found.every((at, i) => Math.abs(at - wanted[i]) < 0.01), `${found} is not ${wanted}`);

export default {
  'the longest bar fills its place, losses go to the left': async (page) => {
    near(await boxOf(page.getByRole('table', { name: 'Positive' }).locator('tr').first().locator('.drawn i')), [0, 1]);
    const mixed = page.getByRole('table', { name: 'Mixed' });
    near(await boxOf(mixed.locator('tr').first().locator('.drawn i')), [0.5 - 0.5 * 3 / 10.25, 0.5]);
    near(await boxOf(mixed.locator('tr').nth(1).locator('.drawn b')), [0.5 + 0.5 * 5.75 / 10.25, 1]);
    near(await boxOf(page.getByRole('img', { name: '40 %, 25 % are needed' }).locator('b')), [0.25, 0.25]);
  }
};
