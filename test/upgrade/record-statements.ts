/** Preloaded into a site process (NODE_OPTIONS): appends each different statement that it sends to the file of RECORDED_STATEMENTS. */
import { appendFileSync } from 'node:fs';
import pg from 'pg';

const file = process.env.RECORDED_STATEMENTS;
const seen = new Set<string>();
const original = pg.Client.prototype.query as (...given: unknown[]) => unknown;

function record(query: unknown): void {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text;
  if (file === undefined || typeof text !== 'string' || seen.has(text)) return;
  seen.add(text);
  appendFileSync(file, `${JSON.stringify(text)}\n`);
}

Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]) {
    record(given[0]);
    return original.apply(this, given);
  },
});
