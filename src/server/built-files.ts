/** Resolves the built files through the Vite manifest. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#src/platform/start-errors.ts';
import type { BuiltFiles } from '#src/web/document.ts';

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>;

const GUIDE = 'src/ui/styles/guide/index.css';
const MODULE = /^src\/web\/pages\/([\w-]+)-pages\.tsx$/;

/** `dist`: folder of both builds. @throws StartError if the site has not been built */
export function readBuiltFiles(dist: string): BuiltFiles {
  const manifest = readManifest(path.join(dist, 'client/.vite/manifest.json'));
  const app = manifest['src/web/entry-client.tsx'];
  const first = manifest['src/web/before-paint.ts'];
  if (app === undefined || first === undefined) throw new StartError('The build is incomplete. Run "npm run build".');
  return {
    app: [app.file, ...importsOf(manifest, 'src/web/entry-client.tsx').map((name) => manifest[name]?.file ?? '')].map(address),
    first: address(first.file),
    styles: stylesOf(manifest, 'src/web/entry-client.tsx'),
    guideStyles: manifest[GUIDE] === undefined ? [] : [address(manifest[GUIDE].file)],
    moduleStyles: Object.fromEntries(
      Object.keys(manifest).flatMap((name) => {
        const module = MODULE.exec(name)?.[1];
        return module === undefined ? [] : [[module, stylesOf(manifest, name)]];
      }),
    ),
  };
}

/** Returns the code of the service worker; null if none was built, as in development. */
export function readServiceWorker(dist: string): string | null {
  const file = path.join(dist, 'client/sw.js');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns the stylesheets of a file and its imports, without those of the entries, which every page has. */
function stylesOf(manifest: Manifest, name: string): string[] {
  const imported = importsOf(manifest, name).filter((each) => manifest[each]?.isEntry !== true);
  return [...imported, name].flatMap((each) => manifest[each]?.css ?? []).map(address);
}

/** Returns the static imports of a file, recursively, without the file itself. */
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
