// The keys of a drawing, while one of its nodes has the focus.
import { t } from '../../app/i18n.js';
import { nextNode } from './scene.js';

// Selects the next edge that leads from a node, and returns it in words.
function nextEdge({ scene, here, selected, does }) {
  const all = scene.out.get(here) ?? [], edge = all[(all.findIndex(({ id }) => id === selected.peek()?.edge) + 1) % all.length];
  if (!edge) return t('No edge leads from {node}.', { node: here });
  does.select({ edge: edge.id });
  return `${edge.id}: ${edge.edge.from} → ${edge.edge.to.join(', ')}`;
}

// Returns the listener. focus(id): moves the focus to a node.
export const useKeys = (view) => (event) => {
  const { scene, here, does, tap, look, linking, selected, change, focus } = view, { key } = event;
  if (!scene || event.target.closest('input')) return;
  const chosen = selected.peek(), control = event.ctrlKey || event.metaKey;
  const run = control ? { z: event.shiftKey ? does.redo : does.undo, y: does.redo }[key.toLowerCase()]
    : /^Arrow/.test(key) ? () => { const to = nextNode(scene, here, key); if (to !== undefined) focus(to); }
      : { '+': does.larger, '=': does.larger, '-': does.smaller, 0: does.fit, Home: () => focus(scene.root), '/': does.find,
        Enter: () => (event.shiftKey && linking.peek() ? does.finish() : tap(chosen?.edge !== undefined && !linking.peek() ? chosen : { node: here })), ' ': does.toggle,
        Escape: () => { if (linking.peek()) linking.value = null; else does.select(null); }, e: () => { does.said.value = nextEdge(view); },
        ...(change && { n: () => does.add(here), Insert: () => does.add(here), c: does.connect, Delete: does.remove, Backspace: does.remove }) }[key];
  if (!run) return;
  event.preventDefault();
  event.stopPropagation(); // the page's own undo would follow
  run(look);
};
