// Cages and regions that are drawn by dragging over cells. Does not use the DOM.

// Returns the cages with a new one of these cells, which are taken out of the others; cages without cells disappear.
export function withCage(cages, cells, fields) {
  return [...withoutCages(cages, cells), { ...fields, cells: [...cells].sort((a, b) => a - b) }];
}

export function withoutCages(cages, cells) {
  const gone = new Set(cells);
  return cages.map((cage) => ({ ...cage, cells: cage.cells.filter((cell) => !gone.has(cell)) })).filter((cage) => cage.cells.length);
}

// Returns the regions after a drag over these cells: they join the region of the first one. `most` cells, the size of a
// region, become one of their own if a number below `most` is unused.
export function withRegion(regions, cells, most) {
  const chosen = new Set(cells), used = new Set(regions);
  const free = chosen.size === most ? Array.from({ length: most }, (_, region) => region).find((region) => !used.has(region)) : undefined;
  const region = free ?? regions[cells[0]];
  return regions.map((old, cell) => (chosen.has(cell) ? region : old));
}
