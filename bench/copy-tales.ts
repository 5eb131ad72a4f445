import pg from 'pg';

/** Tables written by an import, ordered by foreign keys. */
const TABLES = ['authors', 'import_runs', 'imported_books', 'tales', 'tale_slugs', 'imported_tales'];
/** Tables maintained by triggers. */
const TRIGGER_TABLES = [
  ...['facet_counts', 'facet_set_counts', 'facet_pair_counts', 'author_facet_set_counts'],
  ...['search_word_queue', 'author_names', 'author_slugs'],
];
/** Columns filled by triggers. */
const TRIGGER_COLUMNS = ['search', 'facets'];

/**
 * Returns the seconds of a bare COPY of all imported rows into the same tables, with indexes and triggers, in one transaction. Deletes all
 * other data of the database.
 */
export async function timeCopy(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const copies: { into: string; data: Buffer[] }[] = [];
    for (const table of TABLES) {
      const { rows } = await client.query<{ name: string }>(
        `select column_name as name from information_schema.columns where table_name = $1 and table_schema = 'public'
           and is_generated = 'NEVER' and not column_name = any($2) order by ordinal_position`,
        [table, TRIGGER_COLUMNS],
      );
      const columns = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
      copies.push({
        into: `copy ${table} (${columns}) from stdin (format binary)`,
        data: await copyOut(client, `copy ${table} (${columns}) to stdout (format binary)`),
      });
    }
    await client.query(`truncate ${[...TABLES, ...TRIGGER_TABLES].join(', ')} cascade`);
    const started = performance.now();
    await client.query('begin');
    for (const { into, data } of copies) await copyIn(client, into, data);
    await client.query('commit');
    return (performance.now() - started) / 1000;
  } finally {
    await client.end();
  }
}

/** Undocumented methods of a pg connection for COPY. */
type Connection = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void };

function copyOut(client: pg.Client, text: string): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  return submit(client, text, { handleCopyData: ({ chunk }) => parts.push(Buffer.from(chunk)) }).then(() => parts);
}

function copyIn(client: pg.Client, text: string, parts: readonly Buffer[]): Promise<void> {
  return submit(client, text, {
    handleCopyInResponse: (connection) => {
      for (const part of parts) connection.sendCopyFromChunk(part);
      connection.endCopyFrom();
    },
  });
}

type Handlers = { handleCopyData?: (message: { chunk: Buffer }) => void; handleCopyInResponse?: (connection: Connection) => void };

/** Runs a COPY statement through the query protocol of pg. */
function submit(client: pg.Client, text: string, handlers: Handlers): Promise<void> {
  return new Promise((resolve, reject) => {
    const ignore = () => {};
    const query = {
      ...{ submit: (connection: Connection) => void connection.query(text), handleRowDescription: ignore, handleDataRow: ignore },
      ...{ handleCommandComplete: ignore, handlePortalSuspended: ignore, handleEmptyQuery: ignore, handleCopyData: ignore },
      ...{ handleError: reject, handleReadyForQuery: () => resolve() },
      ...handlers,
    };
    client.query(query as unknown as pg.Submittable);
  });
}
