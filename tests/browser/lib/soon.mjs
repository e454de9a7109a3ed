// Polls a value of the page or the server, which changes asynchronously: good(value) makes the assertion; its failure
// fails the test when the time is up. The limit is for a busy machine; an idle one needs milliseconds.
const LIMIT = 60000, PAUSE = 20; // ms

export async function soon(read, good) {
  for (const end = Date.now() + LIMIT; Date.now() < end;) {
    try { return good(await read()); } catch { await new Promise((resolve) => { setTimeout(resolve, PAUSE); }); }
  }
  return good(await read());
}

// Pastes a text into the page, outside of any field.
export const paste = (page, text) => page.evaluate((given) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', given);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);

// Runs an action that shows a message for a while; awaits the message from before the action, so that it is not missed.
export const flashes = (message, action) => Promise.all([message.waitFor(), action()]);

// For open({ watch }): holds the timers of a length in ms until expire(page), so that a busy machine misses none and an
// idle one need not wait.
export const holding = (length) => (page) => page.addInitScript((held) => {
  const { setTimeout: start, clearTimeout: stop } = window, kept = new Map();
  window.setTimeout = (run, wait, ...given) => {
    if (wait !== held) return start(run, wait, ...given);
    const id = -kept.size - 1;
    kept.set(id, () => run(...given));
    return id;
  };
  window.clearTimeout = (id) => { if (kept.has(id)) kept.set(id, undefined); else stop(id); };
  window.expire = () => { for (const [id, run] of kept) { kept.set(id, undefined); run?.(); } };
}, length);
export const expire = (page) => page.evaluate(() => window.expire());
