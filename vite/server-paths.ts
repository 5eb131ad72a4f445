import path from 'node:path';
import type { Plugin } from 'vite';

const OWN_FOLDER = /import\.meta\.dirname/g;
const OWN_ADDRESS = /import\.meta\.url/g;
const OTHER_MODULE = /import\.meta\.resolve\('(\.[^']+)'\)/g;

/**
 * Keeps the places of source files in the bundle of the server: it reads data next to them, and child processes run them. `folder`: of
 * the output, without folders in it.
 */
export function serverPaths(folder: string): Plugin {
  const sources = path.resolve('src') + path.sep;
  const addressOf = (file: string) => `new URL(${JSON.stringify(path.relative(folder, file))}, import.meta.url).href`;
  return {
    name: 'server-paths',
    transform: {
      order: 'pre',
      filter: { id: /\.ts$/, code: 'import.meta.' },
      handler(code, id) {
        if (!id.startsWith(sources)) return undefined;
        const own = path.relative(folder, path.dirname(id));
        return {
          code: code
            .replace(OWN_ADDRESS, addressOf(id))
            .replace(OTHER_MODULE, (_, name: string) => addressOf(path.resolve(path.dirname(id), name)))
            .replace(OWN_FOLDER, `(import.meta.dirname + ${JSON.stringify(`/${own}`)})`),
          map: null,
        };
      },
    },
  };
}
