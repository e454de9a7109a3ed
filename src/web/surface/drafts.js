// Questions that are too long for an address, in the storage of the tab: they outlive reloads and the way back, and a
// duplicated tab has its own copy. The oldest drafts make room for new ones.
const PREFIX = 'nashd.draft.';
let serial = 0;

export const newDraft = (kind) => `${kind}-${Date.now().toString(36)}${(serial++).toString(36)}`;

const keys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
const ageOf = (key) => JSON.parse(sessionStorage.getItem(key)).at;

// Returns whether the draft is stored; it is not if it alone is too large for the storage, or there is none.
export function storeDraft(id, problem) {
  const text = JSON.stringify({ at: Date.now(), problem });
  for (;;) {
    try {
      sessionStorage.setItem(PREFIX + id, text);
      return true;
    } catch {
      let oldest;
      try {
        [oldest] = keys().filter((key) => key !== PREFIX + id).sort((a, b) => ageOf(a) - ageOf(b));
      } catch { /* no storage */ }
      if (!oldest) return false;
      sessionStorage.removeItem(oldest);
    }
  }
}

// Returns the problem, or undefined if this tab has no such draft.
export function readDraft(id) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + id))?.problem;
  } catch {
    return undefined;
  }
}
