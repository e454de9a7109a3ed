// Drives the table of cards by mouse and keyboard, the entry and the bidding box.
import assert from 'node:assert/strict';
import { soon } from '../lib/soon.mjs';

const inState = (page, title) => page.locator('main > section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const reads = (place, text) => soon(() => place.textContent(), (found) => assert.equal(found, text));

async function playsBySide(page) {
  const place = inState(page, 'a play'), won = place.locator('.won');
  for (const card of ['SA', 'SK', 'SQ', 'S2']) await place.locator(`button.hcard[value=${card}]`).click();
  await reads(won, '1:0');
  await place.locator('.centre .at-N.wins').waitFor();
  await soon(() => place.locator('button.hcard').evaluateAll((all) => all.map(({ value }) => value)), (legal) => assert.deepEqual(legal, ['H2']));
  await place.getByRole('button', { name: 'Take back' }).click();
  await reads(won, '0:0');
  await soon(() => place.locator('button.hcard').evaluateAll((all) => all.map(({ value }) => value)), (legal) => assert.deepEqual(legal, ['S2'])); // West follows
  await place.locator('.play-record button').first().click();
  await place.getByText('1 / 4', { exact: true }).waitFor();
}

export default {
  'cards are played by clicks, and taken back': playsBySide,
  'cards are played by keys': async (page) => {
    const place = inState(page, 'a play');
    await place.locator('.hcard[tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await place.locator('.hcard[value=H2]:focus').waitFor();
    await page.keyboard.press('ArrowUp');
    for (const card of ['SA', 'SK', 'SQ']) {
      await place.locator(`.hcard[value=${card}]:focus`).waitFor();
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Backspace');
    await place.locator('.hcard[value=SQ]:focus').waitFor();
    await place.locator('.play-record').focus();
    await page.keyboard.press('Home');
    await place.getByText('0 / 3', { exact: true }).waitFor();
  },
  'cards are dealt by keys, and by text': async (page) => {
    const place = inState(page, 'cards to deal');
    await place.locator('.pick[tabindex="0"]').focus();
    for (const key of ['Delete', 'ArrowRight', 'n', 'ArrowDown', 's']) await page.keyboard.press(key);
    await place.getByRole('button', { name: '♠A: in no hand' }).waitFor();
    await place.getByRole('button', { name: '♠K: North' }).waitFor();
    await place.getByRole('button', { name: '♥K: South' }).waitFor();
    await place.getByLabel('North’s hand').fill('♠A10 ♥2');
    await place.getByLabel('North’s hand').press('Enter');
    for (const name of ['♠A: North', '♠10: North', '♥2: North', '♠K: in no hand']) await place.getByRole('button', { name, exact: true }).waitFor();
  },
  'a contract is picked by keys': async (page) => {
    const place = inState(page, 'no contract'), said = place.locator('.contract');
    await place.locator('.bid[tabindex="0"]').focus();
    for (const key of ['3', 's', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await reads(said, '3NT by South');
    await place.getByRole('button', { name: 'X Doubled' }).click();
    await place.getByRole('button', { name: 'West', exact: true }).click();
    await reads(said, '3NT× by West');
    await place.getByRole('button', { name: 'No contract' }).click();
    await reads(said, '');
  },
  'a rank line is played and dealt by keys': async (page) => {
    const place = inState(page, 'a rank line to play'), dealt = inState(page, 'a rank line to deal');
    await place.locator('button[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await place.locator('button[value="6"]:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await reads(place.locator('.rank-trick'), 'a 7 ');
    await dealt.locator('button[tabindex="0"]').focus();
    for (const key of ['b', 'a', 'End', 'Enter']) await page.keyboard.press(key);
    await reads(dealt.locator('.word'), 'babaababbb');
  },
  'calls that are not sufficient are dim and do nothing': async (page) => {
    const place = inState(page, 'calls over a bid');
    await soon(() => place.locator('.bid[aria-disabled=true]').count(), (count) => assert.equal(count, 13)); // up to three hearts
    await place.locator('.bid[value="3H"]').click({ force: true });
    await reads(place.locator('.contract'), '');
    await place.locator('.bid[value="3S"]').click();
    await reads(place.locator('.contract'), '3♠ by South');
  }
};

export const onPhone = { 'cards are played by touch': playsBySide };
