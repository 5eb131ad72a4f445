/** Checks everything that the browser's entries import: no server code, no Node modules, no unlisted packages. */

const ENTRIES = ['src/web/entry-client.tsx', 'src/web/before-paint.ts', 'src/features/offline/worker/service-worker.ts'];

/** Packages in the first load of every page. Listed so that adding one is a decision. */
const PACKAGES = ['react', 'react-dom', '@tanstack/react-query', 'sonner'];

/** Packages that some pages load on demand by `import()`. */
const LATER_PACKAGES = [
  ...[...PACKAGES, 'react-hook-form', '@hookform/resolvers', 'zod', 'uqr', '@simplewebauthn/browser', 'diff'],
  // The editor of the tale form.
  ...['@tiptap/core', '@tiptap/react', '@tiptap/pm', '@tiptap/extensions', 'prosemirror-search'],
];

const SERVER_FILES = [
  [/^src\/(cli|server)\//, 'it is server code'],
  [/^src\/platform\//, 'platform is server code'],
  [/^src\/features\/[^/]+\/(queries|api)\.ts$/, 'it is server code: use the Api of src/web/api.ts'],
  [/^src\/features\/([^/]+)\/\1\.ts$/, 'a front door is server code: use the Api of src/web/api.ts'],
  [/^src\/features\/[^/]+\/contract\.ts$/, "it loads the schema library: use 'import type'"],
];

/** Returns a sentence with the import path for each module that the browser must not load. */
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

  /** Adds to `ways` everything imported statically from it; dynamic imports are added to `later`. */
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
  return packages.includes(name) ? undefined : `if ${name} is worth its size, add it to the list in scripts/check/browser-boundary.mjs`;
}
