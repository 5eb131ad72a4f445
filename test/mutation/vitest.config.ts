import { defineConfig } from 'vitest/config';
import { ISOLATED, unit } from '../../vitest.config.ts';

const folder = process.env.MUTATION_FOLDER;
const isolated = ISOLATED.filter((pattern) => pattern.startsWith(`${folder}/`));

/** Tests of the API description and of authorization, for all features. */
const API_TESTS = 'src/server/{admin-api,openapi,routes}.test.ts';

/** For `npm run test:mutation`: the unit tests of the mutated folder, and those of the API. */
export default defineConfig({
  test: {
    projects: [
      unit('unit', { include: [`${folder}/**/*.test.ts`, API_TESTS], exclude: isolated, isolate: false }),
      ...(isolated.length > 0 ? [unit('apart', { include: isolated })] : []),
    ].map((project) => ({ ...project, root: process.cwd(), test: { ...project.test, maxWorkers: 1 } })),
  },
});
