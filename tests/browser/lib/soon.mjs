// What is read now or soon, since a page draws after it has heard: good(what was read) judges, and fails the test when it
// still does after five seconds.
export async function soon(page, read, good) {
  for (let tries = 0; tries < 100; tries++) {
    try { return good(await read()); } catch { await page.waitForTimeout(50); }
  }
  return good(await read());
}

// Pastes a text on the page, outside of any field.
export const paste = (page, text) => page.evaluate((given) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', given);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);
