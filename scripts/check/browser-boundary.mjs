/** What the browser loads: everything that its entries reach. Server code, Node and unlisted packages must not be among it. */

const ENTRIES = ['src/browser/entry-client.tsx', 'src/browser/before-paint.ts'];

/** Packages in the browser's first load. Each costs every reader bytes: a new one is added here on purpose. */
const PACKAGES = ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query', 'sonner'];

const SERVER_FILES = [
  [/^src\/platform\//, 'platform is server code'],
  [/^src\/features\/[^/]+\/(queries|api)\.ts$/, 'it is server code: ask through the Api of src/browser/api.ts'],
  [/^src\/features\/([^/]+)\/\1\.ts$/, 'a front door is server code: ask through the Api of src/browser/api.ts'],
  [/^src\/features\/[^/]+\/contract\.ts$/, "it brings the schema library: take its types alone, with 'import type'"],
  [/^src\/(?!urls\.ts$)[^/]+\.ts$/, 'it is server code'],
];

/** One line for each thing that the browser may not load, with the way to it. */
export function checkBrowser(edges) {
  const byFile = Map.groupBy(
    edges.filter((edge) => !edge.isType),
    (edge) => edge.from,
  );
  const ways = new Map(ENTRIES.map((entry) => [entry, [entry]]));
  const problems = [];
  for (const [file, way] of ways) {
    for (const edge of byFile.get(file) ?? []) {
      const reason = edge.to === undefined ? packageReason(edge.specifier) : SERVER_FILES.find(([pattern]) => pattern.test(edge.to))?.[1];
      if (reason) problems.push(`The browser would load ${edge.specifier} (${way.join(' → ')}): ${reason}.`);
      else if (edge.to !== undefined && !ways.has(edge.to)) ways.set(edge.to, [...way, edge.to]);
    }
  }
  return problems;
}

function packageReason(specifier) {
  if (specifier.startsWith('node:')) return 'the browser has no Node';
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return PACKAGES.includes(name)
    ? undefined
    : `is ${name} worth its bytes to every reader? If so, list it in scripts/check/browser-boundary.mjs`;
}
