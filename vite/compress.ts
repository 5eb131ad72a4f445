import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const COMPRESSIBLE = /\.(?:js|css|svg)$/;

/** Which one is best differs with every change of a file, by a tenth of a percent. */
const SETTINGS = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 22 },
  { [constants.BROTLI_PARAM_LGBLOCK]: 22, [constants.BROTLI_PARAM_NPOSTFIX]: 1 },
];

/**
 * Writes `name.br` beside each built file, which the server then sends (src/platform/http/static-files.ts). The best quality takes seconds,
 * too long for every start of the server, and saves 7 % of the bytes. Not in development.
 */
export function compress(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: (_config, { mode, isSsrBuild }) => mode === 'production' && process.env.NODE_ENV !== 'development' && !isSsrBuild,
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir, config.build.assetsDir);
    },
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(
        names.map(async (name) => {
          const file = path.join(folder, name);
          const body = await readFile(file);
          const best = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
          const results = await Promise.all(SETTINGS.map((settings) => brotli(body, { params: { ...best, ...settings } })));
          await writeFile(`${file}.br`, results.toSorted((one, other) => one.length - other.length)[0] ?? '');
        }),
      );
    },
  };
}
