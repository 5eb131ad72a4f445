import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { stripSonnerStyles } from '../vite/strip-sonner-styles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module and its dependencies into one script that assigns its exports to `globalThis[name]`. */
export async function bundleForBrowser(module: string, name: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [stripSonnerStyles()],
    // Vite does not treat the mode of the tests as production.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry: path.join(root, module), formats: ['iife'], name } },
  });
  const [result] = Array.isArray(built) ? built : [built];
  const code = result && 'output' in result ? result.output[0].code : undefined;
  if (code === undefined) throw new Error(`${module} was not built.`);
  return code;
}
