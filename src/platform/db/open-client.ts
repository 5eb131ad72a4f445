import pg from 'pg';

/** Opens one connection without a statement timeout, for bulk work. `name`: its application_name. The caller ends it. */
export async function openClient(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A lost connection also fails the running query, which reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}
