import { defineConfig } from 'vitest/config';

/**
 * They put something else in the place of modules: in a process that other files share, those would get it too. Or they measure the memory of
 * a process, which starts from that of the one it was made by.
 */
const APART = [
  'src/features/accounts/{sign-in,passwords,password-rules,components/{carried-settings,log-out}}.test.ts',
  'src/features/bookshelf/components/{bookshelf-store,changing-hands}.test.ts',
  'src/features/drafts/components/find-draft.test.ts',
  'src/features/import/open-epub.test.ts',
];

/**
 * On two busy cores a process may stand still for longer than a test of servers that break off allows, Chromium now and then draws no frame
 * for half a minute, and WebKitGTK now and then does not start. What fails is tried once more, and the report says so.
 */
const RETRIES = 1;

/** Tests beside the code (and in test/), and journeys through a real browser: of readers, and of those who change what readers see. */
export default defineConfig({
  test: {
    projects: [
      unit('unit', {
        include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
        exclude: ['test/{journeys,browsers}/**', ...APART],
        // What the files have in common is loaded once.
        isolate: false,
      }),
      unit('apart', { include: APART }),
      journeys('journeys', { include: ['test/journeys/*.test.ts'] }, 1),
      journeys('editing', { include: ['test/journeys/editing/*.test.ts'] }, 2),
      {
        // Only `npm run test:browsers` runs them, one browser after the other.
        test: {
          name: 'browsers',
          include: ['test/browsers/*.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 120_000,
          retry: RETRIES,
          maxWorkers: 1,
        },
      },
    ],
  },
});

function unit(name: string, files: { include: string[]; exclude?: string[]; isolate?: boolean }) {
  return {
    test: {
      name,
      ...files,
      globalSetup: ['test/database-server.ts'],
      setupFiles: ['test/leave-clean.ts'],
      testTimeout: 60_000,
      expect: { poll: { timeout: 25_000 } },
      hookTimeout: 60_000,
      maxWorkers: 2,
      restoreMocks: true,
      retry: RETRIES,
    },
  };
}

/**
 * One site for all of a project. Three windows at a time: they wait more than they work. `groupOrder`: projects with another number of workers
 * run one after the other.
 */
function journeys(name: string, files: { include: string[] }, groupOrder: number) {
  return {
    test: {
      name,
      ...files,
      globalSetup: ['test/journeys/setup.ts'],
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      hookTimeout: 120_000,
      retry: RETRIES,
      maxWorkers: 3,
      sequence: { groupOrder },
    },
  };
}
