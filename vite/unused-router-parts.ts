import type { Plugin } from 'vite';

/** Imports of the router that we do not need: the importing file, the imported one, and what it exports instead. */
const PARTS: [importer: string, source: string, code: string][] = [
  // Routes refer to Link; our links are plain (src/web/follow-links.ts).
  ['@tanstack/react-router/dist/esm/route.js', './link.js', 'export const Link = null;'],
  // The defaults of parseSearch and stringifySearch, which src/web/router.tsx sets.
  [
    '@tanstack/router-core/dist/esm/router.js',
    './searchParams.js',
    'export const defaultParseSearch = null, defaultStringifySearch = null;',
  ],
  // For React before version 18.
  [
    '@tanstack/react-store/dist/useSelector.js',
    'use-sync-external-store/shim/with-selector',
    `export { useSyncExternalStoreWithSelector } from 'use-sync-external-store/with-selector';`,
  ],
];

/** Leaves parts of the router out of the main script. */
export function unusedRouterParts(): Plugin {
  const isFound = new Set<string>();
  return {
    name: 'unused-router-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      const index = PARTS.findIndex((part) => part[1] === source && importer?.endsWith(`/${part[0]}`));
      if (index < 0) return null;
      isFound.add(source);
      return `\0unused-router-part-${index}`;
    },
    load: (id) => (id.startsWith('\0unused-router-part-') ? PARTS[Number(id.split('-').at(-1))]?.[2] : null),
    buildEnd(error) {
      const missing = PARTS.find(([, source]) => !isFound.has(source));
      if (error === undefined && missing) this.error(`${missing[0]} does not import ${missing[1]}; update vite/unused-router-parts.ts.`);
    },
  };
}
