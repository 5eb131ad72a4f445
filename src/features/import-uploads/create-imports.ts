import { createTurns } from '#src/platform/turns.ts';
import type { FileDeps } from './upload-files.ts';

/** What the endpoints of imports work with. */
export type Imports = Pick<FileDeps, 'store' | 'inTurn'>;

/** Two files are received at a time; who comes then is told to come again. */
export function createImports(store: FileDeps['store']): Imports {
  return { store, inTurn: createTurns({ running: 2, waiting: 0, retryAfterSeconds: 5 }) };
}
