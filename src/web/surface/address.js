// The address of a question and its answer: '#/KIND?p=PROBLEM&job=ID&...'. A problem that is too long for an address that
// people send to each other is a draft of this tab, '?d=DRAFT'. The other parameters describe the picture, such as the
// step of an explanation.
import { go, link } from '../app/router.js';
import { newDraft, readDraft, storeDraft } from './drafts.js';
import { isPacked, pack, unpack } from './pack.js';

const LONG = 2000; // characters of a packed problem; longer links do not survive chats and mail
const WRITE = 400; // ms between the writes of edits: Safari refuses more than 100 in 10 s
const PAINT = 40; // ms until a single edit is written: after it is painted, before a reload
const RESERVED = ['p', 'd', 'job', 'from', 'tab', 'puzzle', 'graph', 'game', 'deal'];
const OLD = ['puzzle', 'graph', 'game', 'deal']; // names of `p` in addresses of earlier versions

// Resolves to the problem of an address: undefined if it names none, null if it cannot be read. kind: the module.
export async function problemOf(query, module) {
  const draft = query.get('d'), given = query.get('p') ?? OLD.map((name) => query.get(name)).find(Boolean);
  if (draft) return readDraft(draft) ?? null;
  if (!given) return undefined;
  try {
    if (isPacked(given)) return await unpack(given);
    return module.fromShort?.(given) ?? JSON.parse(given);
  } catch {
    return null;
  }
}

export const viewOf = (query) => Object.fromEntries([...query].filter(([name]) => !RESERVED.includes(name)));

const textOf = async (problem, module) => module.shortOf?.(problem) ?? await pack(problem);

// Resolves to the address of a problem that can be sent to others; undefined if it is too long.
export async function shareLink(kind, module, problem) {
  const packed = await textOf(problem, module);
  return packed.length > LONG ? undefined : `${location.origin}${location.pathname}${link([kind], { p: packed })}`;
}

// Resolves to the address of a problem on this page: '#/KIND?p=...'.
export async function addressOf(kind, problem, module = {}) {
  const packed = await textOf(problem, module);
  if (packed.length <= LONG) return link([kind], { p: packed });
  const draft = newDraft(kind);
  storeDraft(draft, problem);
  return link([kind], { d: draft });
}

// Writes the state of a session into the address. stateOf() returns {page: id, problem, job: id, view}. page: the job
// whose own page this is; problem is undefined for the example that opens a kind's page. Returns {save(push), close(), own(): whether the address is the one last written,
// unsaved(): whether the problem is stored nowhere}.
export function addressWriter(kind, module, stateOf) {
  let timer, last = 0, pending, chain = Promise.resolve(), age = 0, draft, written = location.hash, stored = true; // last: ms of the last write; pending: the state to be written by the timer; age: changes with the place

  const queryOf = (problem, packed) => {
    if (problem === undefined) return {};
    if (packed !== undefined && packed.length <= LONG) { stored = true; draft = undefined; return { p: packed }; }
    draft ??= newDraft(kind);
    stored = storeDraft(draft, problem);
    return { d: draft };
  };
  const put = ({ page, problem, job, view }, packed, push) => {
    if (location.hash !== written) return; // the person has gone elsewhere, and that place is being restored
    const path = page ? ['jobs', page] : [kind], query = page ? view : { ...queryOf(problem, packed), job, ...view };
    written = link(path, query);
    if (written !== location.hash) go(path, query, { replace: !push, silent: true });
  };
  const take = () => {
    clearTimeout(timer);
    const state = pending;
    pending = undefined;
    return state;
  };
  const write = (state, push) => {
    const of = age;
    chain = chain.then(async () => {
      const packed = state.page || state.problem === undefined ? undefined : await textOf(state.problem, module);
      if (of === age) put(state, packed, push);
    });
  };
  const save = (push) => {
    const before = take();
    if (push) {
      if (before) write(before, false); // the way back leads to the last edit
      write(stateOf(), true);
    } else {
      pending = stateOf();
      timer = setTimeout(() => { last = performance.now(); write(take(), false); }, performance.now() - last > WRITE ? PAINT : WRITE);
    }
  };
  // The page is left before an edit is written: compression is asynchronous, so the edit becomes a draft.
  const leave = () => {
    const state = take();
    if (state) put(state, undefined, false);
  };
  addEventListener('pagehide', leave);
  return {
    save,
    adopt(id) { take(); age++; draft = id; written = location.hash; }, // the address was restored, what was not written is of another place; id: of its draft
    own: () => written === location.hash,
    unsaved: () => draft !== undefined || !stored,
    close() { leave(); removeEventListener('pagehide', leave); }
  };
}
