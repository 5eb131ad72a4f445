import { defineConfig } from 'vitest/config';
import { ISOLATED, unit } from '../../vitest.config.ts';

const folder = process.env.MUTATION_FOLDER;
const isolated = ISOLATED.filter((pattern) => pattern.startsWith(`${folder}/`));

/** For `npm run test:mutation`: only the unit tests of the mutated folder. */
export default defineConfig({
  test: {
    projects: [
      unit('unit', { include: [`${folder}/**/*.test.ts`], exclude: isolated, isolate: false }),
      ...(isolated.length > 0 ? [unit('apart', { include: isolated })] : []),
    ].map((project) => ({ ...project, root: process.cwd(), test: { ...project.test, maxWorkers: 1 } })),
  },
});
