import pg from 'pg';
import { vi } from 'vitest';

const COUNTED = new Set(['insert', 'update', 'select', 'with']);

/** How many statements that read or add a piece of work sends to the database, as `insert 2, select 1`: a measure that no load disturbs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
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
