/** An expected outcome as a value: the thing, or the status of the page that says why not. */
export type Settled<T> = { ok: T } | { problem: number };

/** Turns the expected problems (4xx, moved) into values; what is not expected is thrown on, to be retried or reported. */
export async function settle<T>(asked: Promise<T>): Promise<Settled<T> | { moved: string }> {
  try {
    return { ok: await asked };
  } catch (error) {
    const { status, location } = error as { status?: unknown; location?: unknown };
    if (typeof status !== 'number' || status >= 500 || status === 429) throw error;
    return typeof location === 'string' ? { moved: location } : { problem: status };
  }
}
