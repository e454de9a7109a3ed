// Keeps the places of a graph's nodes: a whole layout for a new graph, the same places after an edit, moves by hand. A tree is
// laid out anew when its shape changes, because each subtree needs its own room.
import { useRef, useSignal } from '../../app/dom.js';
import { arranged, isLarge } from './arrange.js';
import { endsOf, kept, moved, requestOf } from './places.js';
import { plan } from './plan.js';

// Lays out the graph of `now`; draw(): draws again. The old drawing stays until the layout is there.
// edited: it is the same graph after an edit.
function lay(now, graph, layout, tag, draw, edited) {
  const { request, placed } = requestOf(graph, layout, tag), run = ++now.run;
  const put = (made) => { now.places = placed(made); now.shown = graph; now[edited ? 'edited' : 'whole']++; };
  now.where = 'page';
  if (!isLarge(request)) return put(plan(request));
  now.busy = true;
  return arranged(request, (where) => { now.where = where; }).then((made) => {
    if (run !== now.run) return;
    now.busy = false;
    put(made);
    setTimeout(draw); // the scene is made in a task of its own
  });
}

const sameShape = ({ edges }, { keys }) => { const ends = endsOf(edges); return ends.length === keys.size && ends.every(({ key }) => keys.has(key)); };

// Returns { shown, places, busy, where, whole, edited, moves, move(id, by), arrange(), wish(id, at), undo(), redo() }: shown, places: the
// graph that is drawn and its places, undefined before the first layout; where: 'worker' or 'page', where it was laid out;
// whole, edited: the number of layouts so far of new graphs and after edits; wish: a place for a node that will be new.
//
// Moves and arrangements are undone apart from the edits of the graph. depth: how many edits can be undone. A move is undone
// before the edits that came before it, and after those that came later.
export function useSettled(graph, layout, tag, depth) {
  const tick = useSignal(0), kindOf = useRef(null);
  kindOf.current ??= { run: 0, whole: 0, edited: 0, past: [], future: [], wanted: new Map() };
  const now = kindOf.current, draw = () => { tick.value++; };
  void tick.value;
  if (now.of !== graph) {
    const next = !now.busy && kept(graph, now.places, now.wanted), again = next && layout === 'tree' && !sameShape(graph, now.places);
    now.of = graph;
    now.wanted = new Map();
    if (next && !again) Object.assign(now, { places: next, shown: graph });
    else lay(now, graph, layout, tag, draw, again);
  }
  const record = () => { now.past.push([depth, now.places]); now.future = []; };
  const step = (from, to) => () => {
    const [at, places] = now[from].at(-1) ?? [];
    if (!places || at !== depth) return false;
    now[from].pop();
    now[to].push([depth, now.places]);
    now.places = kept(now.of, places) ?? now.places;
    draw();
    return true;
  };
  return { ...now, undo: step('past', 'future'), redo: step('future', 'past'), movable: { undo: now.past.at(-1)?.[0] === depth, redo: now.future.at(-1)?.[0] === depth }, record, wish: (id, at) => now.wanted.set(id, at),
    forgetRedo: () => { now.future = []; },
    move: (id, by) => { now.places = moved(now.places, id, by, endsOf(now.shown.edges)); draw(); }, arrange: () => { record(); lay(now, now.of, layout, tag, draw); draw(); } };
}
