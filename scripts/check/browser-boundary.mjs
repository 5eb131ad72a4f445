/** What the browser loads: everything that its entries reach. Server code, Node and unlisted packages must not be among it. */

const ENTRIES = ['src/browser/entry-client.tsx', 'src/browser/before-paint.ts', 'src/features/offline/worker/worker.ts'];

/** Packages in the browser's first load. Each costs every reader bytes: a new one is added here on purpose. */
const PACKAGES = ['react', 'react-dom', '@tanstack/react-router', '@tanstack/react-query', 'sonner'];

/** Packages that some pages load beside that, when they are asked for: what is imported by `import()`, and all behind it. */
const LATER_PACKAGES = [
  ...[...PACKAGES, 'react-hook-form', '@hookform/resolvers', 'zod', 'uqr', '@simplewebauthn/browser', 'diff'],
  // The editor, which is loaded with the form of a tale.
  ...['@tiptap/core', '@tiptap/react', '@tiptap/pm', '@tiptap/extensions', 'prosemirror-search'],
];

const SERVER_FILES = [
  [/^src\/platform\//, 'platform is server code'],
  [/^src\/features\/[^/]+\/(queries|api)\.ts$/, 'it is server code: ask through the Api of src/browser/api.ts'],
  [/^src\/features\/([^/]+)\/\1\.ts$/, 'a front door is server code: ask through the Api of src/browser/api.ts'],
  [/^src\/features\/[^/]+\/contract\.ts$/, "it brings the schema library: take its types alone, with 'import type'"],
  [/^src\/(?!(urls|page-paths)\.ts$)[^/]+\.ts$/, 'it is server code'],
];

/** One line for each thing that the browser may not load, with the way to it. */
export function checkBrowser(edges) {
  const byFile = Map.groupBy(
    edges.filter((edge) => !edge.isType),
    (edge) => edge.from,
  );
  const problems = [];
  const later = new Map();
  const atOnce = new Map(ENTRIES.map((entry) => [entry, [entry]]));
  follow(atOnce, PACKAGES);
  follow(later, LATER_PACKAGES);
  return problems;

  /** Adds to `ways` all that is reached at once from what is in it; what is reached by `import()` goes to `later`. */
  function follow(ways, packages) {
    for (const [file, way] of ways) {
      for (const edge of byFile.get(file) ?? []) {
        const reason = edge.to === undefined ? packageReason(edge.specifier, packages) : serverReason(edge.to);
        const reached = edge.isLater ? later : ways;
        if (reason) problems.push(`The browser would load ${edge.specifier} (${way.join(' → ')}): ${reason}.`);
        else if (edge.to !== undefined && !atOnce.has(edge.to) && !reached.has(edge.to)) reached.set(edge.to, [...way, edge.to]);
      }
    }
  }
}

function serverReason(file) {
  return SERVER_FILES.find(([pattern]) => pattern.test(file))?.[1];
}

function packageReason(specifier, packages) {
  if (specifier.startsWith('node:')) return 'the browser has no Node';
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return packages.includes(name)
    ? undefined
    : `is ${name} worth its bytes to every reader? If so, list it in scripts/check/browser-boundary.mjs`;
}
