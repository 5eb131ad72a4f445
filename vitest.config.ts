import { defineConfig } from 'vitest/config';

/** Tests beside the code (and in test/), and journeys through a real browser: of readers, and of those who change what readers see. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['test/journeys/**'],
          globalSetup: ['test/database-server.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 25_000 } },
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      journeys('journeys', { include: ['test/journeys/*.test.ts'] }),
      journeys('editing', { include: ['test/journeys/editing/*.test.ts'] }),
    ],
  },
});

/** One site for all of a project; two windows at a time leave it its share. */
function journeys(name: string, files: { include: string[] }) {
  return {
    test: {
      name,
      ...files,
      globalSetup: ['test/journeys/setup.ts'],
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      hookTimeout: 120_000,
      maxWorkers: 2,
    },
  };
}
