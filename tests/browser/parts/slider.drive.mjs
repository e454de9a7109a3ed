// Drives the slider of steps by its buttons, the keys and the slider.
import assert from 'node:assert/strict';
import { soon } from '../lib/soon.mjs';

const inMany = (page) => page.getByRole('region', { name: 'Many', exact: true });
const stands = (page, step) => soon(() => inMany(page).locator('.now').textContent(), (text) => assert.equal(text, `Many, ${step}`));

export default {
  'buttons, arrow keys and the slider move it': async (page) => {
    const many = inMany(page), button = (name) => many.getByRole('button', { name, exact: true });
    await button('Next step').click();
    await stands(page, 1);
    await page.keyboard.press('ArrowRight');
    await stands(page, 2);
    await page.keyboard.press('End');
    await stands(page, 12);
    await many.getByRole('slider').fill('5');
    await stands(page, 5);
    await button('First step').click();
    await stands(page, 0);
  }
};
