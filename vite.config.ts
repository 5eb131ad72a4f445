import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keepServerOut } from './vite/keep-server-out.ts';
import { stripSonnerStyles } from './vite/strip-sonner-styles.ts';

/** Two builds: the browser's files (dist/client, hashed names) and the pages for the server (dist/server, one file). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), stripSonnerStyles(), ...(isSsrBuild ? [] : [keepServerOut()])],
  publicDir: false,
  build: isSsrBuild
    ? { outDir: 'dist/server', ssr: true, emptyOutDir: true, minify: false, rolldownOptions: { input: 'src/browser/entry-server.tsx' } }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: { app: 'src/browser/entry-client.tsx', first: 'src/browser/before-paint.ts' } },
      },
  ssr: { noExternal: true },
}));
