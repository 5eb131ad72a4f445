import pg from 'pg';

/** What an import writes, in an order in which it may be written. */
const TABLES = ['authors', 'import_runs', 'imported_books', 'tales', 'tale_slugs', 'imported_tales'];
/** What triggers write. */
const KEPT = ['facet_counts', 'facet_set_counts', 'author_facet_set_counts', 'search_word_queue', 'author_names', 'author_slugs'];
/** What triggers fill in. */
const FILLED = ['search', 'facets'];

/**
 * Seconds that a bare COPY takes to write all rows of the tables of an import into the same tables again, with their indexes and
 * triggers, in one transaction. `ownerUrl`: the database; what else is in it is lost.
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
        [table, FILLED],
      );
      const columns = rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
      copies.push({
        into: `copy ${table} (${columns}) from stdin (format binary)`,
        data: await copyOut(client, `copy ${table} (${columns}) to stdout (format binary)`),
      });
    }
    await client.query(`truncate ${[...TABLES, ...KEPT].join(', ')} cascade`);
    const began = performance.now();
    await client.query('begin');
    for (const { into, data } of copies) await copyIn(client, into, data);
    await client.query('commit');
    return (performance.now() - began) / 1000;
  } finally {
    await client.end();
  }
}

/** The part of a connection of pg that is for COPY, and that its types leave out. */
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

/** The COPY protocol, as far as pg speaks it by itself. */
function submit(client: pg.Client, text: string, handlers: Handlers): Promise<void> {
  return new Promise((resolve, reject) => {
    const nothing = () => {};
    const query = {
      ...{ submit: (connection: Connection) => void connection.query(text), handleRowDescription: nothing, handleDataRow: nothing },
      ...{ handleCommandComplete: nothing, handlePortalSuspended: nothing, handleEmptyQuery: nothing, handleCopyData: nothing },
      ...{ handleError: reject, handleReadyForQuery: () => resolve() },
      ...handlers,
    };
    client.query(query as unknown as pg.Submittable);
  });
}
