// Positions of the nodes of an ordered tree (Reingold and Tilford 1981): equal subtrees have equal shapes, siblings
// stand as close as their outlines allow, a parent stands over the middle of its children. Uses no DOM and no
// recursion, because a tree may be a path.

// parent: of each node, -1 for the root; parents stand before their children. Returns the lists of children.
export function childrenOf(parent) {
  const children = parent.map(() => []);
  parent.forEach((of, v) => { if (of >= 0) children[of].push(v); });
  return children;
}

// Returns { x, depth, width, depths }: positions in units of one leaf, from 0.
export function tidy(parent, children = childrenOf(parent)) {
  const depth = parent.map(() => 0), shift = parent.map(() => 0); // shift: relative to the parent
  for (let v = 0; v < parent.length; v++) if (parent[v] >= 0) depth[v] = depth[parent[v]] + 1;
  const outline = []; // of each subtree, by depth below it: [leftmost, rightmost], relative to its root
  for (let v = parent.length - 1; v >= 0; v--) {
    const places = [];
    let whole = [];
    children[v].forEach((child, i) => {
      let at = 0;
      if (i) for (let d = 0; d < Math.min(whole.length, outline[child].length); d++) at = Math.max(at, whole[d][1] + 1 - outline[child][d][0]);
      places.push(at);
      const moved = outline[child];
      moved.forEach(([left, right], d) => { whole[d] = [whole[d]?.[0] ?? left + at, right + at]; });
      outline[child] = undefined;
    });
    const middle = places.length ? (places[0] + places.at(-1)) / 2 : 0;
    children[v].forEach((child, i) => { shift[child] = places[i] - middle; });
    whole = whole.map(([left, right]) => [left - middle, right - middle]);
    outline[v] = [[0, 0], ...whole];
  }
  const x = parent.map(() => 0);
  for (let v = 0; v < parent.length; v++) if (parent[v] >= 0) x[v] = x[parent[v]] + shift[v];
  const least = x.reduce((a, b) => Math.min(a, b), 0), most = x.reduce((a, b) => Math.max(a, b), 0);
  return { x: x.map((at) => at - least), depth, width: most - least, depths: depth.reduce((a, b) => Math.max(a, b), 0) + 1 };
}
