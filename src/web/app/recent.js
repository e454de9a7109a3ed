// The last answers, kept on this device: they can be opened while the server cannot be reached.
const KEPT = 12; // answers
const LARGE = 200000; // characters of a job with its problem; longer ones are not kept
const INDEX = 'nashd.recent', ENTRY = 'nashd.recent.';

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch { // no storage, or damaged
    return undefined;
  }
}

const index = () => read(INDEX) ?? [];

// Returns the rows of the list, the last answer first: {id, kind, status, created_at, summary}.
export const recent = () => index().filter(({ example }) => !example);

// Returns {job, problem}, or undefined if they are not kept.
export const recall = (id) => read(ENTRY + id);

// Removes what is kept of a job that is deleted, or of all jobs, when the API key changes.
export function unremember(id) {
  const all = index(), left = all.filter((one) => id !== undefined && one.id !== id);
  if (left.length === all.length) return;
  try {
    for (const one of all) if (!left.includes(one)) localStorage.removeItem(ENTRY + one.id);
    localStorage.setItem(INDEX, JSON.stringify(left));
  } catch { /* no storage: nothing is kept */ }
}

// job: one that has a result; example: it answers the example that opens a page, and is not listed. A job that was kept last
// is not written again.
export function remember(job, problem, example) {
  const [last] = index();
  if (last?.id === job.id && !last.example === !example) return;
  const text = JSON.stringify({ job, problem });
  if (text.length > LARGE) return;
  const { id, kind, status, created_at, result: { summary } } = job;
  const all = [{ id, kind, status, created_at, summary, example }, ...index().filter((one) => one.id !== id)];
  try {
    for (const { id: old } of all.splice(KEPT)) localStorage.removeItem(ENTRY + old);
    localStorage.setItem(ENTRY + id, text);
    localStorage.setItem(INDEX, JSON.stringify(all));
  } catch { /* no storage, or full: what is there stays */ }
}
