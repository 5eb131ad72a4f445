import type pg from 'pg';

const guarded = new WeakSet<pg.Pool>();

/**
 * A connection in use that breaks fails the query at work, which is what tells; but the one that hears of new jobs has none, and
 * its error would end the process.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  pool.on('connect', (client) => void client.on('error', () => {}));
}
