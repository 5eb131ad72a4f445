import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { BUILD_TARGET } from './oldest-browsers.ts';

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] }>;

const WORKER = 'src/features/offline/worker/service-worker.ts';
const CLIENT = 'src/web/entry-client.tsx';
const FIRST = 'src/web/before-paint.ts';
const NAME = 'sw.js';

/** Page groups that work offline. */
const OFFLINE_GROUPS = ['tale', 'browse', 'library', 'offline'];
const GROUP = /^src\/web\/pages\/([\w-]+)-pages\.tsx$/;
/** Font files of rarer characters; stored when a text needs them. */
const RARE_CHARACTERS = /-rest-|-ext-|cyrillic|greek|vietnamese|atkinson/i;

/** Files of public/ that offline pages show. They have no content hash. */
const ILLUSTRATIONS = [
  ...['treeline', 'ornament', 'spot-book', 'spot-lantern', 'spot-rose'].map((name) => `/art/${name}.svg`),
  ...['/favicon.svg', '/icons/icon-192.png'],
];

/**
 * Builds the service worker as one file next to the browser's files, with the list of files to store and a version hash of both. Not in
 * development, where it would serve outdated pages.
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
    // Not closeBundle, which also runs after a failed build and would hide its error.
    writeBundle: {
      sequential: true,
      async handler() {
        const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
        const files = listKept(manifest);
        const code = await bundle(root);
        const hash = createHash('sha256').update(code).update(files.join('\n'));
        for (const file of ILLUSTRATIONS) hash.update(readFileSync(path.join(root, 'public', file)));
        const about = { version: hash.digest('base64url').slice(0, 16), app: `/${manifest[CLIENT]?.file}`, files, drawings: ILLUSTRATIONS };
        writeFileSync(path.join(folder, NAME), `const BUILD=${JSON.stringify(about)};\n${code}`);
      },
    },
  };
}

/** Returns the URLs that offline pages need: the application, lazy chunks, styles and fonts. */
function listKept(manifest: Manifest): string[] {
  if (!Object.keys(manifest).some((name) => GROUP.test(name))) throw new Error('No chunks of pages found in the manifest: update GROUP.');
  const names = new Set([CLIENT, FIRST]);
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const each of [...imports, ...dynamicImports]) if (isOffline(each)) names.add(each);
  }
  const chunks = [...names].flatMap((name) => manifest[name] ?? []);
  const files = chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  return [...new Set(files)].filter((file) => !file.endsWith('.woff2') || !RARE_CHARACTERS.test(file)).map((file) => `/${file}`);
}

function isOffline(name: string): boolean {
  const group = GROUP.exec(name)?.[1];
  return group === undefined || OFFLINE_GROUPS.includes(group);
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
