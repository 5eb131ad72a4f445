/** Circles among files by what they load; types load nothing. Each circle comes once, as paths with the first one repeated. */
export function findCycles(edges) {
  const graph = new Map();
  for (const { from, to, isType } of edges) {
    if (!graph.has(from)) graph.set(from, new Set());
    if (!isType) graph.get(from).add(to);
  }
  const done = new Set();
  const cycles = [];
  const visit = (file, trail) => {
    const at = trail.indexOf(file);
    if (at >= 0) cycles.push([...trail.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
