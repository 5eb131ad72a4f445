/** Prepared statements: planning is most of the cost of a short query. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/**
 * Names the schema, because a pooler keeps statements beyond an upgrade, by their text: after a migration that adds a column, those with
 * `*` would fail.
 */
const SCHEMA = readdirSync(path.resolve(import.meta.dirname, '../../../db/migrations'))
  .sort()
  .at(-1)
  ?.replace('.sql', '');
const MARKER = `/* prepared, ${SCHEMA} */`;
/** Maximum statements per connection; further ones are planned each time. */
const MAX_STATEMENTS = 300;

/**
 * Append to a statement to prepare it. Only for statements whose best plan never depends on the parameters, such as lookups by key. Numbers
 * of rows must be literals: of `limit $1` the planner expects a tenth of the table, finds the prepared plan too expensive, and plans each time.
 */
export const preparedStatement: RawBuilder<unknown> = sql.raw(MARKER);

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Returns the fragment, which has no parameters, as text: it is not compiled again with each statement that contains it. */
export function constantSql<T>(fragment: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = fragment.compile(compiler);
  if (parameters.length > 0) throw new Error('A constant fragment of SQL has no parameters.');
  return sql.raw(text);
}

export function isPrepared(text: string): boolean {
  return text.endsWith(MARKER);
}

const names = new Map<string, string>();

/** Makes a connection prepare marked statements under a name; through a pooler, once it is known to support that. */
export function usePreparedStatements(client: pg.ClientBase, { isPooled }: { isPooled: boolean }): void {
  // Looked up at each call, so that wrappers around queries (as in tests) apply.
  const query = (...asked: unknown[]) => Reflect.apply(pg.Client.prototype.query, client, asked) as unknown;
  let canPrepare = !isPooled;
  if (isPooled) {
    supportsNames(query as pg.ClientBase['query']).then(
      (isSupported) => {
        canPrepare = isSupported;
      },
      () => {},
    );
  }
  client.query = ((asked: unknown, values: unknown, ...rest: unknown[]) => {
    const name = canPrepare && typeof asked === 'string' && isPrepared(asked) ? nameOf(asked) : undefined;
    return name === undefined ? query(asked, values, ...rest) : query({ name, text: asked, values }, ...rest);
  }) as typeof client.query;
}

const PROBE = 'talewood_probe';
/** Removes the statement if it reached the session of the server, where the next connection would find it. */
const REMOVE_PROBE = `do $$ begin
  if exists (select from pg_prepared_statements where name = '${PROBE}') then deallocate ${PROBE}; end if;
end $$`;

/**
 * Whether the pooler prepares the statements of a client in each session that it gives to it, as PgBouncer does with
 * `max_prepared_statements`: it gives them names of its own. All is sent ahead of the first query.
 */
async function supportsNames(query: pg.ClientBase['query']): Promise<boolean> {
  const text = 'select from pg_prepared_statements where name = $1';
  const [, { rowCount }] = await Promise.all([
    query('begin'),
    query({ name: PROBE, text, values: [PROBE] }),
    query(REMOVE_PROBE),
    query('commit'),
  ]);
  return rowCount === 0;
}

/** Returns the name of a statement, at most 63 bytes; undefined beyond the limit. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_STATEMENTS) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
