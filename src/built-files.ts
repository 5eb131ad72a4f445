/** Finds the built files by the names that the Vite manifest gives them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuiltFiles } from '#src/browser/document.ts';
import { StartError } from '#src/platform/start-errors.ts';

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>;

/** `dist`: the folder of both builds. Throws a StartError when the site has not been built. */
export function readBuiltFiles(dist: string): BuiltFiles {
  const manifest = readManifest(path.join(dist, 'client/.vite/manifest.json'));
  const app = manifest['src/browser/entry-client.tsx'];
  const theme = manifest['src/browser/theme-first.ts'];
  if (app === undefined || theme === undefined) throw new StartError('The built pages are not whole. Run "npm run build".');
  const font = (name: string) => {
    const found = Object.entries(manifest).find(([source]) => source.endsWith(name));
    if (found === undefined) throw new StartError(`The built pages lack ${name}, which src/built-files.ts asks for.`);
    return address(found[1].file);
  };
  return {
    script: address(app.file),
    theme: address(theme.file),
    styles: (app.css ?? []).map(address),
    fonts: {
      display: font('im-fell-double-pica-latin-400-normal.woff2'),
      text: font('alegreya-latin-400-normal.woff2'),
      ui: font('alegreya-sans-latin-400-normal.woff2'),
    },
  };
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
