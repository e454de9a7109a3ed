// The drawers open, and nothing moves when an answer comes.
import assert from 'node:assert/strict';
import { soon } from '../lib/soon.mjs';

const state = (page, name) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });

export default {
  'the drawer of the job has its number, times and data': async (page) => {
    const here = state(page, 'an answer');
    await here.locator('.drawer summary', { hasText: 'Job' }).click();
    await here.getByText('0193a5b0c0de0000000000000000beef').waitFor();
    await here.getByText('1.5 s').first().waitFor();
    await here.getByRole('button', { name: 'Copy as curl' }).waitFor();
    await here.locator('.tree', { hasText: 'Result' }).waitFor();
  },
  'the line of the answer has its height before it is filled': async (page) => {
    const heights = await soon(() => Promise.all(['a question', 'being asked', 'an answer'].map(async (name) => (await state(page, name).locator('.line').boundingBox()).height)), (found) => { assert.ok(found.every(Boolean)); return found; });
    assert.ok(Math.max(...heights) - Math.min(...heights) <= 1, heights.join());
  },
  'details that throw leave the board and the data': async (page) => {
    const here = state(page, 'details that throw');
    await here.getByText('This answer cannot be shown here.').waitFor();
    await here.getByText('2 × 21 = 42').waitFor();
    assert.ok(await here.locator('.drawer').count() > 0);
  }
};
