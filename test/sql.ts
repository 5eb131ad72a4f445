import pg from 'pg';

/** Runs one statement as the owner of the database. Returns the rows. */
export async function runSql<Row extends pg.QueryResultRow>(databaseUrl: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
