/** Finds the built files by the names that the Vite manifest gives them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuiltFiles } from '#src/browser/document.ts';
import { StartError } from '#src/platform/start-errors.ts';

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>;

const GUIDE = 'src/ui/styles/guide/index.css';
const GROUP = /^src\/browser\/pages\/(\w+)-pages\.tsx$/;

/** `dist`: the folder of both builds. Throws a StartError when the site has not been built. */
export function readBuiltFiles(dist: string): BuiltFiles {
  const manifest = readManifest(path.join(dist, 'client/.vite/manifest.json'));
  const app = manifest['src/browser/entry-client.tsx'];
  const first = manifest['src/browser/before-paint.ts'];
  if (app === undefined || first === undefined) throw new StartError('The built pages are not whole. Run "npm run build".');
  return {
    app: [app.file, ...importsOf(manifest, 'src/browser/entry-client.tsx').map((name) => manifest[name]?.file ?? '')].map(address),
    first: address(first.file),
    styles: stylesOf(manifest, 'src/browser/entry-client.tsx'),
    guideStyles: manifest[GUIDE] === undefined ? [] : [address(manifest[GUIDE].file)],
    groupStyles: Object.fromEntries(
      Object.keys(manifest).flatMap((name) => {
        const group = GROUP.exec(name)?.[1];
        return group === undefined ? [] : [[group, stylesOf(manifest, name)]];
      }),
    ),
  };
}

/** The code of the service worker; null where none was built, as while one works on the site. */
export function readServiceWorker(dist: string): string | null {
  const file = path.join(dist, 'client/sw.js');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The styles of a file and of what it imports, without those of the entries, which every page has. */
function stylesOf(manifest: Manifest, name: string): string[] {
  const imported = importsOf(manifest, name).filter((each) => manifest[each]?.isEntry !== true);
  return [...imported, name].flatMap((each) => manifest[each]?.css ?? []).map(address);
}

/** Names of all that a file loads at once, without itself. */
function importsOf(manifest: Manifest, name: string): string[] {
  const found = new Set([name]);
  for (const each of found) {
    for (const imported of manifest[each]?.imports ?? []) found.add(imported);
  }
  found.delete(name);
  return [...found];
}

function address(file: string): string {
  return `/${file}`;
}

function readManifest(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new StartError(`The site has not been built (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}). Run "npm run build".`);
  }
}
