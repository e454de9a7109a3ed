// Releases what a test holds in the reverse order of the calls, so that a page is closed before the server that it shows.
// The hooks of t.after() run in the order of their calls, and the page complained about the server that had stopped.
const held = new WeakMap(); // test -> functions

async function releaseAll(t) {
  const errors = [];
  for (const release of held.get(t).reverse()) {
    try {
      await release();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw errors[0];
}

export function atEnd(t, release) {
  if (!held.has(t)) {
    held.set(t, []);
    t.after(() => releaseAll(t));
  }
  held.get(t).push(release);
}
