import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './vite/compress.ts';
import { glossaryForms } from './vite/glossary-forms.ts';
import { keepServerOut } from './vite/keep-server-out.ts';
import { mainChunks } from './vite/main-chunk.ts';
import { BUILD_TARGET } from './vite/oldest-browsers.ts';
import { pageTableFields } from './vite/page-table-fields.ts';
import { serverPaths } from './vite/server-paths.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { stripSonnerStyles } from './vite/strip-sonner-styles.ts';
import { subsetFonts } from './vite/subset-fonts.ts';
import { unusedReactParts } from './vite/unused-react-parts.ts';

const CLIENT = 'src/web/entry-client.tsx';
const MAIN_CHUNKS = {
  entry: path.resolve(CLIENT),
  tale: path.resolve('src/web/pages/tale-pages.tsx'),
  home: path.resolve('src/web/pages/browse-pages.tsx'),
};

/** Parts that a tale page loads one by one: each with all that it imports, as fewer files are fewer requests and compress better. */
const TALE_CHUNKS = [
  { name: 'reading-position', test: /\/(position-tracker\.tsx|preserve-position\.ts|swipes\.ts)$/ },
  { name: 'glossary-highlights', test: /\/glossary-highlights\.tsx$/ },
];

const isDevelopment = process.env.NODE_ENV === 'development';

/**
 * Server entries by output name. Emails are loaded on first use, and share React with the pages. The server itself runs from its sources
 * in development; bundled, a process needs 40 MB less, for the texts of 1,300 modules.
 */
const SERVER_ENTRIES = {
  ...(!isDevelopment && { server: 'src/server/server.ts' }),
  'entry-server': 'src/web/entry-server.tsx',
  emails: 'src/emails/render-email.tsx',
  'issue-email': 'src/features/newsletter/issues/emails/render-issue.tsx',
};

/** Two builds: the browser's files (dist/client, hashed names), and the server with the rendering of pages and emails (dist/server). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    stripSonnerStyles(),
    ...(isSsrBuild
      ? [serverPaths('dist/server')]
      : [subsetFonts(), glossaryForms(), pageTableFields(), unusedReactParts(), keepServerOut(), serviceWorker(), compress()]),
  ],
  publicDir: false,
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        minify: false,
        rolldownOptions: {
          input: SERVER_ENTRIES,
          // V8 keeps the text of each file: with a character outside of ASCII it takes twice the memory.
          output: { comments: false, charset: 'ascii', chunkFileNames: '[name]-[hash].js' },
        },
      }
    : {
        outDir: 'dist/client',
        target: BUILD_TARGET,
        emptyOutDir: true,
        manifest: true,
        // As files they would be requested when the styles have come, and delay the largest paint.
        assetsInlineLimit: (file) => /\/art\/(?:grain|grain-night|initial-vine)\.svg$/.test(file),
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { app: CLIENT, first: 'src/web/before-paint.ts', guide: 'src/ui/styles/guide/index.css' },
          output: {
            codeSplitting: { groups: [{ name: mainChunks(MAIN_CHUNKS), priority: 1 }, ...TALE_CHUNKS] },
            // 42 bits, instead of the 48 of the default: the application names a hundred files.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
        },
      },
  // Native modules stay packages.
  ssr: { noExternal: true, external: ['@node-rs/argon2', 'sharp'] },
  // Vite leaves NODE_ENV in server builds: without this, React's development build would run wherever NODE_ENV is unset.
  ...(isSsrBuild && !isDevelopment && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
}));
