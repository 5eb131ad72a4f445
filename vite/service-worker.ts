import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { BUILD_TARGET } from './oldest-browsers.ts';

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }>;

const WORKER = 'src/features/offline/worker/worker.ts';
const CLIENT = 'src/browser/entry-client.tsx';
const FIRST = 'src/browser/before-paint.ts';
const NAME = 'sw.js';

/** Pages that are read without a network; the other groups are for the network. */
const GROUPS = ['shelf', 'offline'];
const GROUP = /^src\/browser\/pages\/(\w+)-pages\.tsx$/;
/** The faces of texts in English; those of other letters are kept when a text has needed them. */
const OTHER_FACES = /-ext-|cyrillic|greek|vietnamese|atkinson/i;

/** What the pages that are kept show of public/: it may change under its name. */
const DRAWINGS = [
  ...['grain', 'grain-night', 'treeline', 'ornament', 'initial-vine', 'spot-book', 'spot-lantern', 'spot-rose'].map(
    (name) => `/art/${name}.svg`,
  ),
  ...['/favicon.svg', '/icons/icon-192.png'],
];

/**
 * Builds the service worker as one file, beside the files of the browser, and writes before it which of them it keeps. Its version is the hash
 * of both. While one works on the site there is none: it would show yesterday's pages.
 */
export function serviceWorker(): Plugin {
  let folder = '';
  let root = '';
  return {
    name: 'service-worker',
    apply: (_config, { mode, isSsrBuild }) => mode === 'production' && process.env.NODE_ENV !== 'development' && !isSsrBuild,
    configResolved: (config) => {
      root = config.root;
      folder = path.resolve(root, config.build.outDir);
    },
    async closeBundle() {
      const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
      const files = listKept(manifest);
      const code = await bundle(root);
      const hash = createHash('sha256').update(code).update(files.join('\n'));
      for (const drawing of DRAWINGS) hash.update(readFileSync(path.join(root, 'public', drawing)));
      const about = { version: hash.digest('base64url').slice(0, 16), app: `/${manifest[CLIENT]?.file}`, files, drawings: DRAWINGS };
      writeFileSync(path.join(folder, NAME), `const BUILD=${JSON.stringify(about)};\n${code}`);
    },
  };
}

/** Addresses of all that reading needs: the application, what it fetches later, styles and faces. */
function listKept(manifest: Manifest): string[] {
  const names = new Set([CLIENT, FIRST]);
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const each of [...imports, ...dynamicImports]) if (isForReaders(each)) names.add(each);
  }
  const chunks = [...names].flatMap((name) => manifest[name] ?? []);
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].filter((file) => !file.endsWith('.woff2') || !OTHER_FACES.test(file)).map((file) => `/${file}`);
}

function isForReaders(name: string): boolean {
  const group = GROUP.exec(name)?.[1];
  return group === undefined || GROUPS.includes(group);
}

async function bundle(root: string): Promise<string> {
  const built = await build({
    ...{ root, configFile: false, publicDir: false, logLevel: 'error' },
    build: { write: false, target: BUILD_TARGET, rolldownOptions: { input: path.join(root, WORKER), output: { format: 'iife' } } },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built.');
  return chunk.code;
}
