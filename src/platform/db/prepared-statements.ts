/** Prepared statements: planning is most of the cost of a short query. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

const MARKER = '/* kept plan */';
/** Maximum statements per connection; further ones are planned each time. */
const MAX_STATEMENTS = 300;

/** Append to a statement to prepare it. Only for statements whose best plan never depends on the parameters, such as lookups by key. */
export const preparedStatement: RawBuilder<unknown> = sql.raw(MARKER);

export function isPrepared(text: string): boolean {
  return text.endsWith(MARKER);
}

const names = new Map<string, string>();

/** Makes a connection prepare marked statements under a name. */
export function usePreparedStatements(client: pg.ClientBase): void {
  // Looked up at each call, so that wrappers around queries (as in tests) apply.
  const query = (...asked: unknown[]) => Reflect.apply(pg.Client.prototype.query, client, asked) as unknown;
  client.query = ((asked: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof asked === 'string' && isPrepared(asked) ? nameOf(asked) : undefined;
    return name === undefined ? query(asked, values, ...rest) : query({ name, text: asked, values }, ...rest);
  }) as typeof client.query;
}

/** Returns the name of a statement, at most 63 bytes; undefined beyond the limit. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_STATEMENTS) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
