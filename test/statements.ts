import pg from 'pg';
import { vi } from 'vitest';

const COUNTED = new Set(['insert', 'update', 'select', 'with']);

/** Counts the statements that an action sends to the database, as `insert 2, select 1`. Unlike time, this does not depend on load. */
export async function countStatements(action: () => Promise<unknown>): Promise<string> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await action();
    const counts = new Map<string, number>();
    for (const [query] of spy.mock.calls) {
      const text = typeof query === 'string' ? query : String((query as { text?: string }).text);
      const kind = /\w+/.exec(text)?.[0] ?? '';
      if (COUNTED.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return [...counts]
      .sort()
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ');
  } finally {
    spy.mockRestore();
  }
}
