import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALL_PAGES } from '#src/page-table.ts';

/** Styles are imported by pages and components: a page must load those of all that it shows. */

const root = path.resolve(import.meta.dirname, '..');
const STYLES = 'src/ui/styles';
const ENTRY = 'src/web/entry-client.tsx';
/** Imports the module of every page. */
const ROUTES = 'src/web/routes.tsx';

/** Pages that import a file for other exports than its components. */
const OTHER_EXPORTS: Record<string, string[]> = {
  browse: ['src/features/tales/components/previous-next.tsx', 'src/features/reader-library/components/library-status.tsx'],
  library: ['src/features/offline/components/storage-usage.tsx'],
  tale: ['src/features/offline/components/storage-usage.tsx'],
  'manage-import': ['src/admin-ui/record-layout.tsx'],
  'manage-status': ['src/admin-ui/record-layout.tsx'],
};

const modules = new Set(ALL_PAGES.map(({ module }) => module));

test.each([...modules])('the pages of %s load the styles of all classes that they use', (module) => {
  const files = new Set([...reachedFrom(ENTRY), ...reachedFrom(`src/web/pages/${module}-pages.tsx`)]);
  const loaded = [...files].filter((file) => file.endsWith('.css'));
  const known = new Set(loaded.flatMap((file) => [...read(file).matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)));
  const missing = [...files].flatMap((file) => {
    const used = file.endsWith('.tsx') && !OTHER_EXPORTS[module]?.includes(file) ? usedClasses(file) : [];
    return used.filter((name) => styled.has(name) && !known.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

const reached = new Map<string, Set<string>>();

/** Returns a file and all that it imports, also lazily, but for other pages. */
function reachedFrom(start: string): Set<string> {
  const known = reached.get(start);
  if (known !== undefined) return known;
  const files = new Set([start]);
  for (const file of files) for (const imported of importsOf(file)) files.add(imported);
  reached.set(start, files);
  return files;
}

function importsOf(file: string): string[] {
  const text = read(file);
  const pattern = file.endsWith('.css')
    ? /@import "(\.[^"]+)"/g
    : file === ROUTES
      ? /^(?:import|export) (?!type )[^;]*?'([^']+)'/gm
      : /^(?:import|export) (?!type )[^;]*?'([^']+)'|import\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].flatMap(([, named = '', lazy = '']) => {
    const name = named || lazy;
    const found = name.startsWith('#src/') ? `src/${name.slice(5)}` : name.startsWith('.') ? path.join(path.dirname(file), name) : '';
    return found !== '' && existsSync(path.join(root, found)) ? [found] : [];
  });
}

/** Returns the classes that have a rule for themselves, as `.name`. */
function classesOf(file: string): string[] {
  const selectors = [...read(file).matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return selectors.flatMap((selector) => /^\s*\.([a-z][\w-]*)\s*$/.exec(selector)?.[1] ?? []);
}

function usedClasses(file: string): string[] {
  const values = [...read(file).matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, text, code]) =>
    text === undefined ? [...(code ?? '').matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, each = '']) => each) : [text],
  );
  return [...new Set(values.flatMap((value) => value.split(/\s+/)))];
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

const styled = new Set(globSync(`${STYLES}/**/*.css`, { cwd: root }).flatMap(classesOf));
