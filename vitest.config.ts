import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Tests that need their own process: they mock modules, which would affect other files, or measure the memory of a child process, which
 * starts from that of its parent.
 */
export const ISOLATED = [
  'src/features/accounts/{sign-in,password-hash,password-rules}.test.ts',
  'src/features/account-settings/components/{settings-sync,log-out}.test.ts',
  'src/features/reader-library/components/{library-store,account-switch}.test.ts',
  'src/features/tales/admin/drafts/find-draft.test.ts',
  'src/features/import/open-epub.test.ts',
];

/** One pool runs the files of all projects. A third worker on two cores saves no time, and every test takes half as long again. */
const MAX_WORKERS = 2;

/** Unit tests beside the code and in test/, and browser journeys: `journeys` of visitors, `editing` of tests that change public content. */
export default defineConfig({
  test: {
    projects: [
      unit('unit', {
        include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
        exclude: ['test/{journeys,browsers,cluster}/**', ...ISOLATED],
        // Loads shared modules once per worker.
        isolate: false,
        alias: { '@node-rs/argon2': fileURLToPath(new URL('test/fast-argon2.ts', import.meta.url)) },
      }),
      unit('apart', { include: ISOLATED }),
      journeys('journeys', { include: ['test/journeys/*.test.ts'] }),
      journeys('editing', { include: ['test/journeys/editing/*.test.ts'] }),
      {
        // Only for `npm run test:cluster`.
        test: { name: 'cluster', include: ['test/cluster/*.test.ts'], maxWorkers: 1 },
      },
      {
        // Only for `npm run test:browsers`, one browser at a time.
        test: {
          name: 'browsers',
          include: ['test/browsers/*.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});

export function unit(name: string, files: { include: string[]; exclude?: string[]; isolate?: boolean; alias?: Record<string, string> }) {
  return {
    test: {
      name,
      ...files,
      globalSetup: ['test/database-server.ts'],
      setupFiles: ['test/reset-globals.ts'],
      testTimeout: 60_000,
      expect: { poll: { timeout: 25_000 } },
      hookTimeout: 60_000,
      maxWorkers: MAX_WORKERS,
      restoreMocks: true,
    },
  };
}

/**
 * One site per project, one browser per worker; every test opens its own context. The limits only end what hangs: the longest journeys take a
 * minute and a half on a quiet machine, and five times as long beside others on a slow one.
 */
function journeys(name: string, files: { include: string[] }) {
  return {
    test: {
      name,
      ...files,
      globalSetup: ['test/journeys/setup.ts'],
      isolate: false,
      testTimeout: 900_000,
      expect: { poll: { timeout: 30_000 } },
      hookTimeout: 120_000,
      maxWorkers: MAX_WORKERS,
    },
  };
}
