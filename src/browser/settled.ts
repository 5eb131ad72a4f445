import { BadQuery } from '#src/features/tales/browse-query.ts';
import { ApiProblem } from './api.ts';

/** An expected outcome as a value: the thing, or the status of the page that says why not. */
export type Settled<T> = { ok: T } | { problem: number };

/** Turns the expected problems (4xx, moved) into values; what is not expected is thrown on, to be retried or reported. */
export async function settle<T>(asked: Promise<T>): Promise<Settled<T> | { moved: string }> {
  try {
    return { ok: await asked };
  } catch (error) {
    if (error instanceof BadQuery) return { problem: 400 };
    if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 429) throw error;
    return error.location === undefined ? { problem: error.status } : { moved: error.location };
  }
}
