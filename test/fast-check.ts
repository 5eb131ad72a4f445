import fc from 'fast-check';

/**
 * fast-check with a fixed seed, so that results depend only on the code. PROPERTY_SEED=random uses a new seed in each run, and a failure
 * prints it; PROPERTY_SEED=<number> repeats a run.
 */
const seed = process.env.PROPERTY_SEED ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

export { fc };
