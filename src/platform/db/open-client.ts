import pg from 'pg';

/** One connection without a limit of time, for work in bulk. `name` is what the database lists it under. To be ended by the caller. */
export async function openClient(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A connection that breaks also fails the query at work, which is what tells.
  client.on('error', () => {});
  await client.connect();
  return client;
}
