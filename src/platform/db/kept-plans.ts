/** Statements that a connection plans once, and from then on only carries out: planning is most of what a short one costs. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

const MARK = '/* kept plan */';
/** Each connection holds them for as long as it lasts. A text that comes later is planned each time. */
const MOST = 300;

/** Stands at the end of a statement whose plan is kept. Only for one whose best plan never depends on its values, as when it finds rows by their key. */
export const keptPlan: RawBuilder<unknown> = sql.raw(MARK);

const names = new Map<string, string>();

/** Lets a connection keep the plans of marked statements, as prepared statements with names. */
export function keepPlans(client: pg.ClientBase): void {
  // Looked up at each call: what watches the statements of all connections (as tests do) sees these too.
  const query = (...asked: unknown[]) => Reflect.apply(pg.Client.prototype.query, client, asked) as unknown;
  client.query = ((asked: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof asked === 'string' && asked.endsWith(MARK) ? nameOf(asked) : undefined;
    return name === undefined ? query(asked, values, ...rest) : query({ name, text: asked, values }, ...rest);
  }) as typeof client.query;
}

/** Undefined where there are too many. Postgres takes 63 bytes. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MOST) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
