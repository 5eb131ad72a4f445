import type { Plugin } from 'vite';

/** Server code, by place: platform, the front doors and the SQL of the features, and anything of Node's own. */
const SERVER = [
  /\/src\/platform\//,
  /\/src\/(server|app|cli|worker|server-api)\.ts$/,
  /\/features\/[^/]+\/queries\.ts$/,
  /\/node_modules\/(pg|kysely|pino|sharp|sanitize-html|zod)\//,
];

/** Refuses to build browser files that reached into server code, and says which module did. */
export function keepServerOut(): Plugin {
  return {
    name: 'keep-server-out',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const leaked = Object.entries(chunk.modules).filter(([id, module]) => module.renderedLength > 0 && isServerCode(id));
        if (leaked.length > 0) {
          this.error(
            `Server code in the browser's ${chunk.fileName}: ${leaked.map(([id]) => id).join(', ')}. Import its types only, or a browser-safe file.`,
          );
        }
      }
    },
  };
}

function isServerCode(id: string): boolean {
  return id.startsWith('node:') || SERVER.some((pattern) => pattern.test(id));
}
