// A graph or a tree on a board: zoom, pan, search, collapse, selection, and edits by mouse, touch and keys.
//
//   <${Graph} graph label name [layout looks selected focus change pick history only plain tag children] />
//
// graph: { root, nodes: [{ id, name?, shape?: 'box' | 'pill' | 'diamond', double?, look?, rx?, ry? }], edges: [{ id, from, to: [ids], … }] },
//   a new object for each change; ids are texts. An edge with several ends gets an arc.
// label: what it shows, for screen readers; name: of saved files; layout: 'layers' (default) or 'tree'; plain: straight edges without
//   heads; tag: px to the right of each node for its texts
// looks: { node(id) -> { look: {class: bool}, text, tag, note, above, told }, edge(id) -> { look, label, cut } }. Classes of
//   graph.css: good warn now bad fresh open ghost gone marked strong. told: words for screen readers that follow the texts.
// selected: a signal of null, { node: id } or { edge: id }; focus: the id of a node that is brought into view when it changes
// change(graph): takes over an edit; without it the graph is read-only. Edits are functions of edit.js.
// pick(what): called for each tap or Enter on a node or an edge, in place of its selection if it returns true
// history: { undo, redo, past, future }, the last two as numbers: those of the problem. Moves of nodes are undone with them.
// only: { nodes, edges }, Sets of the ids that are drawn; the others keep their places
// children: further buttons of the bar
import { cls, html, render, useEffect, useLayoutEffect, useMemo, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { dark } from '../../app/theme.js';
import { saveText } from '../../app/ui/save.js';
import { svgText } from '../drawing.js';
import { Bar } from './bar.js';
import { seen, toDrawing } from './camera.js';
import { addNode, connect, extend, freshName, remove } from './edit.js';
import { shortName } from './geometry.js';
import { gestures } from './gestures.js';
import { useKeys } from './keys.js';
import { useLook } from './look.js';
import { Elements, Whole } from './picture.js';
import { hit, sceneOf, unfold, within } from './scene.js';
import { useSettled } from './settle.js';
import './graph.css';

const MANY = 150, SMALLEST = 0.3; // nodes, scale: beyond them the graph is painted on a canvas
const MARGIN = 150; // px around the view in which elements are kept
const LIVE = 200; // nodes up to which a dragged node takes its edges along
const HANDLE = 15; // px on the screen between a node and the handle of its new edges

const bare = { node: () => undefined, edge: () => undefined };
const same = (a, b) => a?.node === b?.node && a?.edge === b?.edge;

// Returns where the handle stands from which a new edge of the selected node, or a new end of the selected edge, is dragged.
function handleOf(scene, what, k) {
  if (what?.node !== undefined) { const one = scene.nodes.get(what.node); return one && [one.x, one.y + one.ry + HANDLE / k]; }
  const edge = what && scene.edges.find(({ id }) => id === what.edge);
  return edge && [edge.shape.label[0], edge.shape.label[1] + HANDLE / k];
}

// Draws everything at its own size into an element that is not shown.
function drawnWhole(host, scene, looks, label) {
  render(html`<${Whole} scene=${scene} looks=${looks} label=${label} />`, host);
  return host.firstElementChild;
}

// The graph in print is a whole drawing of its own.
function usePrint(host, scene, looks, label) {
  useEffect(() => {
    const before = () => { if (scene) drawnWhole(host.current, scene, looks, label); }, after = () => render(null, host.current);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => { removeEventListener('beforeprint', before); removeEventListener('afterprint', after); };
  });
}

// The actions of the bar, the keys and the pointer.
function actionsOf({ graph, change, history, settled, scene, look, selected, here, linking, collapsed, host, looks, label, name, said, search, go }) {
  const edit = (next, after) => { if (!next) return false; settled.forgetRedo(); change(next); after?.(); return true; };
  const select = (what) => { selected.value = what; if (what?.node !== undefined) here.value = what.node; };
  const add = (from = selected.peek()?.node, at) => {
    const id = freshName(graph), edge = selected.peek()?.edge;
    if (at) settled.wish(id, at);
    edit(edge !== undefined && from === undefined && !at ? extend(addNode(graph, id), edge, id) : addNode(graph, id, from ?? undefined), () => go(id));
  };
  const toggle = () => {
    const id = here.peek(), next = new Set(collapsed.peek());
    if (!next.delete(id)) next.add(id);
    collapsed.value = next;
  };
  const finish = () => {
    const { from, edge, to } = linking.peek();
    linking.value = null;
    if (to.length) edit(edge === undefined ? connect(graph, from, to) : to.reduce((so, id) => extend(so, edge, id), graph));
  };
  const start = () => {
    const what = selected.peek() ?? { node: here.peek() };
    linking.value = what.edge === undefined ? { from: what.node, to: [] } : { edge: what.edge, to: [] };
  };
  return {
    edit, select, add, toggle, finish, start, said,
    connect: () => (linking.peek() ? finish() : start()),
    remove: () => { const what = selected.peek() ?? { node: here.peek() }; edit(remove(graph, what), () => select(null)); },
    undo: () => settled.undo() || history?.undo(), redo: () => settled.redo() || history?.redo(),
    smaller: () => look.zoom(1 / 1.4), larger: () => look.zoom(1.4), fit: look.fit, arrange: settled.arrange,
    collapse: toggle, expand: () => { collapsed.value = new Set(); }, find: () => { search.value++; },
    save: () => { saveText(svgText(drawnWhole(host.current, scene, looks, label)), `${name}.svg`, 'image/svg+xml'); render(null, host.current); }
  };
}

// The listeners of the pointer. latest: ref of what the last drawing knew.
const pointer = (latest) => {
  const at = (point) => toDrawing(latest.current.look.now.camera, point), scale = () => latest.current.look.now.camera.k;
  const near = (a, b, by) => a && Math.hypot(a[0] - b[0], a[1] - b[1]) * scale() < by;
  const what = (point) => latest.current.scene && hit(latest.current.scene, at(point), scale());
  return {
    grab: (point) => {
      const { scene, change, selected } = latest.current;
      if (!scene) return null;
      return change && near(handleOf(scene, selected.peek(), scale()), at(point), 13) ? { handle: true } : what(point);
    },
    drag: (held, point, from) => {
      const { settled, scene, look, ghost, selected } = latest.current;
      if (held.handle) { ghost.value = { from: handleOf(scene, selected.peek(), scale()), to: at(point) }; return; }
      if (held.node === undefined) { look.pan(point[0] - from[0], point[1] - from[1]); return; }
      if (!held.recorded) { settled.record(); held.recorded = true; held.begin = at(from); }
      if (scene.nodes.size > LIVE) ghost.value = { to: at(point) };
      else settled.move(held.node, [(point[0] - from[0]) / scale(), (point[1] - from[1]) / scale()]);
    },
    drop: (held, point) => {
      const { settled, scene, ghost, graph, selected, does } = latest.current, whole = ghost.peek();
      ghost.value = null;
      if (held.node !== undefined && whole && point) settled.move(held.node, [at(point)[0] - held.begin[0], at(point)[1] - held.begin[1]]);
      if (!held.handle || !point) return;
      const target = what(point)?.node, chosen = selected.peek();
      if (target !== undefined) does.edit(chosen.edge === undefined ? connect(graph, chosen.node, [target]) : extend(graph, chosen.edge, target));
      else if (!near(handleOf(scene, chosen, scale()), at(point), 30)) {
        if (chosen.edge === undefined) does.add(chosen.node, at(point));
        else { const id = freshName(graph); settled.wish(id, at(point)); does.edit(extend(addNode(graph, id), chosen.edge, id)); }
      }
    },
    tap: (held) => latest.current.tap(held),
    twice: (held, point) => {
      const { change, does, scene } = latest.current;
      if (!held && change) does.add(null, at(point));
      else if (held?.node !== undefined && (scene.out.get(held.node)?.length || scene.counts.has(held.node))) { does.select(held); does.toggle(); }
    },
    pan: (dx, dy) => latest.current.look.pan(dx, dy), zoom: (by, point) => latest.current.look.zoom(by, point), still: () => {}
  };
};

// Returns the attributes of a node's group: an item of a tree, of which one can be reached by Tab.
const itemOf = ({ scene, looks, here, selected, linking, collapsed }) => (id) => {
  const { told, text, tag, note, above } = looks.node(id) ?? {}, { node } = scene.nodes.get(id), folded = scene.counts.get(id), many = scene.out.get(id)?.length || folded;
  return { 'data-node': id, role: 'treeitem', tabindex: id === here ? 0 : -1, 'aria-label': [text ?? shortName(node.name ?? id), tag, note, above, folded > 0 ? `+${folded}` : '', text === undefined && id.length <= shortName(id).length ? '' : id, told].filter((one) => one !== undefined && one !== '').join(' '), 'aria-selected': selected?.node === id || !!linking?.to.includes(id),
    ...(many && { 'aria-expanded': !collapsed.has(id) }) };
};

function Marks({ scene, selected, linking, here, ghost, handle, k, painted }) {
  const ring = (id, look) => { const one = scene.nodes.get(id); return one && html`<ellipse class=${cls('ring', look)} key=${`${look}${id}`} cx=${one.x} cy=${one.y} rx=${Math.max(one.rx + 7, 9 / k)} ry=${Math.max(one.ry + 7, 9 / k)} />`; };
  const edge = selected?.edge !== undefined && scene.edges.find(({ id }) => id === selected.edge);
  return html`<g class="marks" aria-hidden="true">${edge && edge.shape.edges.map(({ path }, i) => html`<path class="ring" key=${i} d=${path} />`)}
    ${selected?.node !== undefined && ring(selected.node, 'chosen')}${painted && ring(here, 'here')}${linking?.to.map((id) => ring(id, 'end'))}
    ${handle && html`<g class="handle"><circle cx=${handle[0]} cy=${handle[1]} r=${8 / k} /><path d=${`M${handle[0] - 4 / k} ${handle[1]}h${8 / k}M${handle[0]} ${handle[1] - 4 / k}v${8 / k}`} /></g>`}
    ${ghost && html`${ghost.from && html`<path class="ghost-line" d=${`M${ghost.from.join(' ')}L${ghost.to.join(' ')}`} />`}<circle class="ghost-end" cx=${ghost.to[0]} cy=${ghost.to[1]} r=${8 / k} />`}</g>`;
}

// What takes the place of the bar while the ends of an edge are chosen.
const Linking = ({ linking, finish }) => html`<p class="bar row"><span class="grow" role="status">${linking.value.to.length ? t('To {nodes}', { nodes: linking.value.to.join(', ') }) : t('Choose the nodes that it leads to.')}</span>
  <button type="button" onClick=${finish}>${t('Done')}</button><button type="button" class="quiet" onClick=${() => { linking.value = null; }}>${t('Cancel')}</button></p>`;

export function Graph({ graph, layout = 'layers', looks = bare, label, name = 'graph', focus, selected: given, change, pick, history, only, plain = false, tag = 44, children }) {
  const own = useSignal(null), selected = given ?? own, here = useSignal(graph.root), linking = useSignal(null), collapsed = useSignal(new Set()), ghost = useSignal(null), said = useSignal(''), search = useSignal(0);
  const frame = useRef(), group = useRef(), canvas = useRef(), painter = useRef(), host = useRef(), latest = useRef(), wants = useRef(false);
  const settled = useSettled(graph, layout, tag, history?.past ?? 0), { shown, places } = settled;
  const scene = useMemo(() => places && sceneOf(shown, places, { collapsed: collapsed.value, plain, tag, only }), [shown, places, collapsed.value, plain, tag, only]);
  const look = useLook(scene, settled.whole, settled.edited, { frame, group, painter }), { camera: { k, x, y }, size } = look;
  const view = scene && seen(look.camera, size.width, size.height, MARGIN), part = scene && within(scene, view);
  const detail = !!part && k >= SMALLEST && part.nodes.length <= MANY, at = scene?.nodes.has(here.value) ? here.value : scene?.nodes.keys().next().value;

  const go = (id) => { // selects a node, shows and focuses it
    if (collapsed.peek().size) collapsed.value = unfold(graph, collapsed.peek(), id);
    selected.value = { node: id };
    here.value = id;
    wants.current = true;
    const one = places?.at.get(id);
    if (one) look.now.camera.k < SMALLEST ? look.towards(one) : look.reveal(one);
  };
  const does = actionsOf({ graph, change, history, settled, scene, look, selected, here, linking, collapsed, host, looks, label, name, said, search, go });
  const tap = (what) => {
    if (linking.peek()) {
      if (what?.node === undefined) return;
      const { to } = linking.peek();
      linking.value = { ...linking.peek(), to: to.includes(what.node) ? to.filter((id) => id !== what.node) : [...to, what.node] };
    } else if (what?.handle) does.start();
    else if (!what || !pick?.(what)) does.select(same(what, selected.peek()) ? null : what);
    if (what?.node !== undefined) { here.value = what.node; wants.current = true; look.draw(); }
  };
  latest.current = { graph, scene, settled, look, selected, ghost, change, does, tap };
  const keydown = useKeys({ scene, here: at, does, tap, look, linking, selected, change: !!change, focus: (id) => { here.value = id; wants.current = true; look.reveal(places.at.get(id)); } });

  useEffect(() => gestures(frame.current, pointer(latest)), []);
  useEffect(() => { // the painter is loaded for the first graph that is too large for elements
    let here = true;
    if (scene && size.width && !detail && !painter.current) import('./paint.js').then(({ painter: make }) => { if (here && !painter.current) { painter.current = make(canvas.current, frame.current); look.draw(); } });
    return () => { here = false; };
  }, [detail, !!scene, size.width > 0]);
  useEffect(() => () => painter.current?.stop(), []);
  useLayoutEffect(() => { painter.current?.forget(); }, [dark.value]);
  useLayoutEffect(() => {
    if (!painter.current) return;
    painter.current.covers = !detail;
    if (scene && size.width && !detail) painter.current.paint(within(scene, seen(look.camera, size.width, size.height, 0)), look.camera, size, looks);
  });
  useLayoutEffect(() => {
    if (!wants.current) return;
    wants.current = false;
    frame.current.querySelector(`[data-node="${CSS.escape(at)}"]`)?.focus({ preventScroll: true });
  });
  useEffect(() => { const one = focus !== undefined && places?.at.get(focus); if (one && look.now.camera.k >= SMALLEST) look.reveal(one); }, [focus, settled.whole, settled.edited]);
  usePrint(host, scene, looks, label);

  const item = scene && itemOf({ scene, looks, here: at, selected: selected.value, linking: linking.value, collapsed: collapsed.value });
  const few = detail ? part : { nodes: [...new Set([at, selected.value?.node])].flatMap((id) => scene?.nodes.get(id) ?? []), edges: scene?.edges.filter(({ id }) => id === selected.value?.edge) ?? [] };
  return html`<figure class="graph"><div class=${cls('view', { linking: linking.value })} ref=${frame} data-layout=${settled.where} data-drawn=${detail ? 'elements' : 'canvas'} aria-busy=${!!settled.busy}>
      <canvas ref=${canvas} hidden=${detail} aria-hidden="true"></canvas>
      <svg role="tree" aria-label=${label} onKeyDown=${keydown} onFocusIn=${({ target }) => { const id = target.closest('[data-node]')?.dataset.node; if (id !== undefined) here.value = id; }}>
        ${scene && html`<g ref=${group} transform=${`translate(${x} ${y}) scale(${k})`}><${Elements} nodes=${few.nodes} edges=${few.edges} looks=${looks} counts=${scene.counts} item=${item} />
          <${Marks} scene=${scene} selected=${selected.value} linking=${linking.value} here=${at} ghost=${ghost.value} k=${k} painted=${!detail} handle=${change && !linking.value && handleOf(scene, selected.value, k)} /></g>`}</svg>
      ${!scene && html`<p class="muted wait" role="status">${t('Arranging…')}</p>`}</div>
    ${linking.value ? html`<${Linking} linking=${linking} finish=${does.finish} />` : html`<${Bar} graph=${graph} does=${does} edits=${!!change} go=${go} wanted=${search.value} can=${{ connect: selected.value || at, remove: selected.value && selected.value.node !== graph.root, history: !!history || settled.movable.undo || settled.movable.redo,
      undo: settled.movable.undo || history?.past > 0, redo: settled.movable.redo || history?.future > 0, collapse: scene?.out.get(at)?.length || collapsed.value.has(at), expand: collapsed.value.size > 0 }}>${children}<//>`}
    <span class="visually-hidden" role="status">${said.value}</span><div class="whole" ref=${host} aria-hidden="true"></div></figure>`;
}
