import type { Plugin } from 'vite';

/** Server code, by place: platform, the front doors and the SQL of the features, and anything of Node's own. */
const SERVER = [
  /\/src\/platform\//,
  /\/src\/(server|app|cli|worker|server-api)\.ts$/,
  /\/features\/[^/]+\/queries\.ts$/,
  /\/node_modules\/(pg|kysely|pino|sharp|sanitize-html|argon2|nodemailer|better-auth)\//,
];

/** Too heavy for what every page loads; forms that are loaded later have their rules from it. */
const LATER = /\/node_modules\/(zod|react-hook-form)\//;

/** Refuses to build browser files that reached into server code, and says which module did. */
export function keepServerOut(): Plugin {
  return {
    name: 'keep-server-out',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const atOnce = new Set(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
      for (const name of atOnce) {
        for (const imported of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) atOnce.add(imported);
      }
      for (const chunk of chunks) {
        const isRefused = (id: string) => isServerCode(id) || (atOnce.has(chunk.fileName) && LATER.test(id));
        const leaked = Object.entries(chunk.modules).filter(([id, module]) => module.renderedLength > 0 && isRefused(id));
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
