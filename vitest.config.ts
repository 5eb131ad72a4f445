import { defineConfig } from 'vitest/config';

/** Two projects: tests beside the code (and in test/), and journeys through a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['test/journeys/**'],
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/journeys/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // One site for all; two windows at a time leave it its share.
          maxWorkers: 2,
        },
      },
    ],
  },
});
