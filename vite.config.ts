import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keepServerOut } from './vite/keep-server-out.ts';
import { BUILD_TARGET } from './vite/oldest-browsers.ts';
import { oneFileAtOnce } from './vite/one-file-at-once.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { stripSonnerStyles } from './vite/strip-sonner-styles.ts';

const CLIENT = 'src/browser/entry-client.tsx';

/** What the server loads, by the name of the file. Mails come at the first one, and share React with the pages. */
const SERVER_ENTRIES = {
  'entry-server': 'src/browser/entry-server.tsx',
  mails: 'src/features/accounts/mails/render-mail.tsx',
  letters: 'src/features/newsletter/letters/mails/render-issue.tsx',
};

/** Two builds: the browser's files (dist/client, hashed names), and pages and mails for the server (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), stripSonnerStyles(), ...(isSsrBuild ? [] : [keepServerOut(), serviceWorker()])],
  publicDir: false,
  build: isSsrBuild
    ? { outDir: 'dist/server', ssr: true, emptyOutDir: true, minify: false, rolldownOptions: { input: SERVER_ENTRIES } }
    : {
        outDir: 'dist/client',
        target: BUILD_TARGET,
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { app: CLIENT, first: 'src/browser/before-paint.ts', guide: 'src/ui/styles/guide/index.css' },
          output: { codeSplitting: { groups: [{ name: oneFileAtOnce(path.resolve(CLIENT)) }] } },
        },
      },
  ssr: { noExternal: true },
}));
