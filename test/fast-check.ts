import fc from 'fast-check';

/**
 * Made-up inputs. The same in every run, so that a change is judged by what it changed; with PROPERTY_SEED=random they are
 * others each time, and a failure tells the seed (a number) to come back with.
 */
const wanted = process.env.PROPERTY_SEED ?? '1';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

export { fc };
