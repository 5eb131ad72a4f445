import type { Plugin } from 'vite';

/** Modules of the server: platform, queries of features, and server packages. */
const SERVER_MODULES = [
  /\/src\/platform\//,
  /\/src\/(server|cli)\//,
  /\/features\/[^/]+\/queries\.ts$/,
  /\/node_modules\/(pg|kysely|pino|sharp|sanitize-html|argon2|nodemailer|better-auth)\//,
];

/** Too large for the first load; only lazy chunks may contain them. */
const LAZY_ONLY = /\/node_modules\/(zod|react-hook-form|@tanstack\/query-core)\//;

/** Fails the build when a browser chunk contains server code, and names the modules. */
export function keepServerOut(): Plugin {
  return {
    name: 'keep-server-out',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const initial = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
      for (const name of initial) {
        for (const imported of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) initial.add(imported);
      }
      for (const chunk of chunks) {
        const isRefused = (id: string) => isServerCode(id) || (initial.has(chunk.fileName) && LAZY_ONLY.test(id));
        const leaked = Object.entries(chunk.modules).filter(([id, module]) => module.renderedLength > 0 && isRefused(id));
        if (leaked.length > 0) {
          this.error(
            `Server code in browser chunk ${chunk.fileName}: ${leaked.map(([id]) => id).join(', ')}. Import its types only, or a browser-safe file.`,
          );
        }
      }
    },
  };
}

function isServerCode(id: string): boolean {
  return id.startsWith('node:') || SERVER_MODULES.some((pattern) => pattern.test(id));
}
